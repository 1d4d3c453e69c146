#!/bin/sh
# Creates Temporal's two databases where they are missing and brings their tables up to the version of this image. Safe to repeat.
# SQL_HOST and SQL_PASSWORD say where; SQL_PORT and SCHEMA_DIR are for other places than the image.
set -eu
for database in temporal temporal_visibility; do
  schema=${database#temporal_}
  sql() { temporal-sql-tool --plugin postgres12 --ep "$SQL_HOST" -p "${SQL_PORT:-5432}" -u temporal --db "$database" "$@"; }
  sql create
  sql setup-schema -v 0.0
  sql update-schema -d "${SCHEMA_DIR:-/etc/temporal/schema}/postgresql/v12/$schema/versioned"
done
