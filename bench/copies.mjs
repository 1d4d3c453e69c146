import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from, to } from "pg-copy-streams";

/** The rows of a query, in pieces as COPY writes them. @param db a client of pg */
export const copiedOut = (db, query) => db.query(to(`copy (${query}) to stdout`)).toArray();

/** Adds rows to a table by COPY. @param pieces of what COPY reads */
export const copyInto = (db, table, columns, pieces) =>
  pipeline(Readable.from(pieces), db.query(from(`copy ${table} (${columns}) from stdin`)));
