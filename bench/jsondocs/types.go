// The Go types that the documents decode into: one field for each member that
// occurs.

package main

// twitter is the result of a search.
type twitter struct {
	Statuses       []tweet        `json:"statuses"`
	SearchMetadata searchMetadata `json:"search_metadata"`
}

type tweet struct {
	Metadata             tweetMetadata `json:"metadata"`
	CreatedAt            string        `json:"created_at"`
	Id                   int64         `json:"id"`
	IdStr                string        `json:"id_str"`
	Text                 string        `json:"text"`
	Source               string        `json:"source"`
	Truncated            bool          `json:"truncated"`
	InReplyToStatusId    *int64        `json:"in_reply_to_status_id"`
	InReplyToStatusIdStr *string       `json:"in_reply_to_status_id_str"`
	InReplyToUserId      *int64        `json:"in_reply_to_user_id"`
	InReplyToUserIdStr   *string       `json:"in_reply_to_user_id_str"`
	InReplyToScreenName  *string       `json:"in_reply_to_screen_name"`
	User                 tweetUser     `json:"user"`
	Geo                  any           `json:"geo"`
	Coordinates          any           `json:"coordinates"`
	Place                any           `json:"place"`
	Contributors         any           `json:"contributors"`
	RetweetCount         int64         `json:"retweet_count"`
	FavoriteCount        int64         `json:"favorite_count"`
	Entities             tweetEntities `json:"entities"`
	Favorited            bool          `json:"favorited"`
	Retweeted            bool          `json:"retweeted"`
	Lang                 string        `json:"lang"`
	RetweetedStatus      *tweet        `json:"retweeted_status,omitempty"`
	PossiblySensitive    bool          `json:"possibly_sensitive"`
}

type tweetMetadata struct {
	ResultType      string `json:"result_type"`
	IsoLanguageCode string `json:"iso_language_code"`
}

type tweetUser struct {
	Id                             int64             `json:"id"`
	IdStr                          string            `json:"id_str"`
	Name                           string            `json:"name"`
	ScreenName                     string            `json:"screen_name"`
	Location                       string            `json:"location"`
	Description                    string            `json:"description"`
	Url                            *string           `json:"url"`
	Entities                       tweetUserEntities `json:"entities"`
	Protected                      bool              `json:"protected"`
	FollowersCount                 int64             `json:"followers_count"`
	FriendsCount                   int64             `json:"friends_count"`
	ListedCount                    int64             `json:"listed_count"`
	CreatedAt                      string            `json:"created_at"`
	FavouritesCount                int64             `json:"favourites_count"`
	UtcOffset                      *int64            `json:"utc_offset"`
	TimeZone                       *string           `json:"time_zone"`
	GeoEnabled                     bool              `json:"geo_enabled"`
	Verified                       bool              `json:"verified"`
	StatusesCount                  int64             `json:"statuses_count"`
	Lang                           string            `json:"lang"`
	ContributorsEnabled            bool              `json:"contributors_enabled"`
	IsTranslator                   bool              `json:"is_translator"`
	IsTranslationEnabled           bool              `json:"is_translation_enabled"`
	ProfileBackgroundColor         string            `json:"profile_background_color"`
	ProfileBackgroundImageUrl      string            `json:"profile_background_image_url"`
	ProfileBackgroundImageUrlHttps string            `json:"profile_background_image_url_https"`
	ProfileBackgroundTile          bool              `json:"profile_background_tile"`
	ProfileImageUrl                string            `json:"profile_image_url"`
	ProfileImageUrlHttps           string            `json:"profile_image_url_https"`
	ProfileBannerUrl               string            `json:"profile_banner_url"`
	ProfileLinkColor               string            `json:"profile_link_color"`
	ProfileSidebarBorderColor      string            `json:"profile_sidebar_border_color"`
	ProfileSidebarFillColor        string            `json:"profile_sidebar_fill_color"`
	ProfileTextColor               string            `json:"profile_text_color"`
	ProfileUseBackgroundImage      bool              `json:"profile_use_background_image"`
	DefaultProfile                 bool              `json:"default_profile"`
	DefaultProfileImage            bool              `json:"default_profile_image"`
	Following                      bool              `json:"following"`
	FollowRequestSent              bool              `json:"follow_request_sent"`
	Notifications                  bool              `json:"notifications"`
}

type tweetUserEntities struct {
	Description tweetUserEntitiesDescription `json:"description"`
	Url         tweetUserEntitiesUrl         `json:"url"`
}

type tweetUserEntitiesDescription struct {
	Urls []tweetUserEntitiesDescriptionUrls `json:"urls"`
}

type tweetUserEntitiesDescriptionUrls struct {
	Url         string  `json:"url"`
	ExpandedUrl string  `json:"expanded_url"`
	DisplayUrl  string  `json:"display_url"`
	Indices     []int64 `json:"indices"`
}

type tweetUserEntitiesUrl struct {
	Urls []tweetUserEntitiesUrlUrls `json:"urls"`
}

type tweetUserEntitiesUrlUrls struct {
	Url         string  `json:"url"`
	ExpandedUrl string  `json:"expanded_url"`
	DisplayUrl  string  `json:"display_url"`
	Indices     []int64 `json:"indices"`
}

type tweetEntities struct {
	Hashtags     []tweetEntitiesHashtags     `json:"hashtags"`
	Symbols      []any                       `json:"symbols"`
	Urls         []tweetEntitiesUrls         `json:"urls"`
	UserMentions []tweetEntitiesUserMentions `json:"user_mentions"`
	Media        []tweetEntitiesMedia        `json:"media"`
}

type tweetEntitiesHashtags struct {
	Text    string  `json:"text"`
	Indices []int64 `json:"indices"`
}

type tweetEntitiesUrls struct {
	Url         string  `json:"url"`
	ExpandedUrl string  `json:"expanded_url"`
	DisplayUrl  string  `json:"display_url"`
	Indices     []int64 `json:"indices"`
}

type tweetEntitiesUserMentions struct {
	ScreenName string  `json:"screen_name"`
	Name       string  `json:"name"`
	Id         int64   `json:"id"`
	IdStr      string  `json:"id_str"`
	Indices    []int64 `json:"indices"`
}

type tweetEntitiesMedia struct {
	Id                int64                   `json:"id"`
	IdStr             string                  `json:"id_str"`
	Indices           []int64                 `json:"indices"`
	MediaUrl          string                  `json:"media_url"`
	MediaUrlHttps     string                  `json:"media_url_https"`
	Url               string                  `json:"url"`
	DisplayUrl        string                  `json:"display_url"`
	ExpandedUrl       string                  `json:"expanded_url"`
	Type              string                  `json:"type"`
	Sizes             tweetEntitiesMediaSizes `json:"sizes"`
	SourceStatusId    int64                   `json:"source_status_id"`
	SourceStatusIdStr string                  `json:"source_status_id_str"`
}

type tweetEntitiesMediaSizes struct {
	Medium tweetEntitiesMediaSizesMedium `json:"medium"`
	Small  tweetEntitiesMediaSizesSmall  `json:"small"`
	Thumb  tweetEntitiesMediaSizesThumb  `json:"thumb"`
	Large  tweetEntitiesMediaSizesLarge  `json:"large"`
}

type tweetEntitiesMediaSizesMedium struct {
	W      int64  `json:"w"`
	H      int64  `json:"h"`
	Resize string `json:"resize"`
}

type tweetEntitiesMediaSizesSmall struct {
	W      int64  `json:"w"`
	H      int64  `json:"h"`
	Resize string `json:"resize"`
}

type tweetEntitiesMediaSizesThumb struct {
	W      int64  `json:"w"`
	H      int64  `json:"h"`
	Resize string `json:"resize"`
}

type tweetEntitiesMediaSizesLarge struct {
	W      int64  `json:"w"`
	H      int64  `json:"h"`
	Resize string `json:"resize"`
}

type searchMetadata struct {
	CompletedIn float64 `json:"completed_in"`
	MaxId       int64   `json:"max_id"`
	MaxIdStr    string  `json:"max_id_str"`
	NextResults string  `json:"next_results"`
	Query       string  `json:"query"`
	RefreshUrl  string  `json:"refresh_url"`
	Count       int64   `json:"count"`
	SinceId     int64   `json:"since_id"`
	SinceIdStr  string  `json:"since_id_str"`
}

// citm is a catalogue of events.
type citm struct {
	AreaNames                map[string]string    `json:"areaNames"`
	AudienceSubCategoryNames map[string]string    `json:"audienceSubCategoryNames"`
	BlockNames               map[string]string    `json:"blockNames"`
	Events                   map[string]citmEvent `json:"events"`
	Performances             []citmPerformance    `json:"performances"`
	SeatCategoryNames        map[string]string    `json:"seatCategoryNames"`
	SubTopicNames            map[string]string    `json:"subTopicNames"`
	SubjectNames             map[string]string    `json:"subjectNames"`
	TopicNames               map[string]string    `json:"topicNames"`
	TopicSubTopics           map[string][]int64   `json:"topicSubTopics"`
	VenueNames               map[string]string    `json:"venueNames"`
}

type citmEvent struct {
	Description *string `json:"description"`
	ID          int64   `json:"id"`
	Logo        *string `json:"logo"`
	Name        string  `json:"name"`
	SubTopicIDs []int64 `json:"subTopicIds"`
	SubjectCode *string `json:"subjectCode"`
	Subtitle    *string `json:"subtitle"`
	TopicIDs    []int64 `json:"topicIds"`
}

type citmPerformance struct {
	EventID        int64              `json:"eventId"`
	ID             int64              `json:"id"`
	Logo           *string            `json:"logo"`
	Name           *string            `json:"name"`
	Prices         []citmPrice        `json:"prices"`
	SeatCategories []citmSeatCategory `json:"seatCategories"`
	SeatMapImage   *string            `json:"seatMapImage"`
	Start          int64              `json:"start"`
	VenueCode      string             `json:"venueCode"`
}

type citmPrice struct {
	Amount                int64 `json:"amount"`
	AudienceSubCategoryID int64 `json:"audienceSubCategoryId"`
	SeatCategoryID        int64 `json:"seatCategoryId"`
}

type citmSeatCategory struct {
	Areas          []citmArea `json:"areas"`
	SeatCategoryID int64      `json:"seatCategoryId"`
}

type citmArea struct {
	AreaID   int64   `json:"areaId"`
	BlockIDs []int64 `json:"blockIds"`
}

// canada is an outline.
type canada struct {
	Type     string          `json:"type"`
	Features []canadaFeature `json:"features"`
}

type canadaFeature struct {
	Type       string `json:"type"`
	Properties struct {
		Name string `json:"name"`
	} `json:"properties"`
	Geometry struct {
		Type        string         `json:"type"`
		Coordinates [][][2]float64 `json:"coordinates"`
	} `json:"geometry"`
}

// code is a tree of source files.
type code struct {
	Tree     *codeNode `json:"tree"`
	Username string    `json:"username"`
}

type codeNode struct {
	Name     string      `json:"name"`
	Kids     []*codeNode `json:"kids"`
	CLWeight float64     `json:"cl_weight"`
	Touches  int         `json:"touches"`
	MinT     int64       `json:"min_t"`
	MaxT     int64       `json:"max_t"`
	MeanT    int64       `json:"mean_t"`
}

// small is one record.
type small struct {
	ID      int64    `json:"id"`
	Name    string   `json:"name"`
	Email   string   `json:"email"`
	Active  bool     `json:"active"`
	Score   float64  `json:"score"`
	Tags    []string `json:"tags"`
	Address struct {
		Street string `json:"street"`
		City   string `json:"city"`
		Zip    int    `json:"zip"`
	} `json:"address"`
}
