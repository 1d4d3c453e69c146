/** What of a file could not be taken as it stands there; the rest was. */
export interface FormatWarning {
  /** stable, for programs: `missing_price_item`, `unreadable_expression` */
  code: string;
  /** where in the file, as its reader would find it: `VCItem 12`, `row 34`, `Foglio1!C7` */
  place: string;
  /** in plain words, with both values where two differ */
  detail: string;
}
