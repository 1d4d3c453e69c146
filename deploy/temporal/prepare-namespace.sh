#!/bin/sh
# Makes the namespace, keeps closed runs in it for 30 days, and lays the search attributes by which people find what runs for an
# organization, a project or a record. Safe to repeat. TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE say where.
set -eu
tries=60
until temporal operator cluster health >/dev/null 2>&1; do
  tries=$((tries - 1))
  if [ "$tries" -eq 0 ]; then
    echo "Temporal doesn't answer at $TEMPORAL_ADDRESS." >&2
    exit 1
  fi
  sleep 1
done

if temporal operator namespace describe -n "$TEMPORAL_NAMESPACE" >/dev/null 2>&1; then
  temporal operator namespace update -n "$TEMPORAL_NAMESPACE" --retention 720h
else
  temporal operator namespace create -n "$TEMPORAL_NAMESPACE" --retention 720h
fi

# A namespace that was just made is known everywhere only after a few seconds.
tries=30
until known=$(temporal operator search-attribute list -n "$TEMPORAL_NAMESPACE" 2>/dev/null); do
  tries=$((tries - 1))
  if [ "$tries" -eq 0 ]; then
    echo "The namespace $TEMPORAL_NAMESPACE doesn't become usable." >&2
    exit 1
  fi
  sleep 1
done
for attribute in PraticaOrganization PraticaProject PraticaRecord; do
  case "$known" in
    *"$attribute"*) ;;
    *) temporal operator search-attribute create -n "$TEMPORAL_NAMESPACE" --name "$attribute" --type Keyword ;;
  esac
done
echo "The namespace $TEMPORAL_NAMESPACE is ready."
