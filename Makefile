# Shorthands; scripts/test and .ci/run do the work.

.PHONY: test ci race fuzz lint

test:
	./scripts/test

ci:
	./.ci/run

race fuzz lint:
	./.ci/run $@
