module github.com/beve-org/beve-go/interop/types

go 1.26.0

require (
	cloud.google.com/go v0.123.0
	github.com/Masterminds/semver/v3 v3.5.0
	github.com/beve-org/beve-go v0.0.0-00010101000000-000000000000
	github.com/cockroachdb/apd/v3 v3.2.3
	github.com/gofrs/uuid/v5 v5.5.1
	github.com/google/uuid v1.6.0
	github.com/guregu/null/v6 v6.0.0
	github.com/jackc/pgx/v5 v5.12.0
	github.com/oklog/ulid/v2 v2.1.2
	github.com/shopspring/decimal v1.6.0
	github.com/wk8/go-ordered-map/v2 v2.1.8
	go.mongodb.org/mongo-driver/v2 v2.10.0
	google.golang.org/protobuf v1.36.12
)

require (
	github.com/bahlo/generic-list-go v0.2.0 // indirect
	github.com/buger/jsonparser v1.1.1 // indirect
	github.com/kr/text v0.2.0 // indirect
	github.com/mailru/easyjson v0.7.7 // indirect
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace github.com/beve-org/beve-go => ../../
