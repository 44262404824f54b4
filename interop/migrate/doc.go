// Package migrate holds what docs/migrate.md says to the packages that it is about: the names
// that they export, and what they do beside what this library does. It has tests alone.
package migrate
