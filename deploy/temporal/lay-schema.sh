#!/bin/sh
# Creates Temporal's two databases where they are missing and brings their tables up to the version of this image. Safe to repeat.
set -eu
for database in temporal temporal_visibility; do
  schema=${database#temporal_}
  sql() { temporal-sql-tool --plugin postgres12 --ep "$SQL_HOST" -p 5432 -u temporal --db "$database" "$@"; }
  sql create
  sql setup-schema -v 0.0
  sql update-schema -d "/etc/temporal/schema/postgresql/v12/$schema/versioned"
done
