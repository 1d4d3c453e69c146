/** Something in what was sent or stored that is probably a mistake. The action was carried out all the same. */
export interface Warning {
  /** stable, for programs */
  code: string;
  /** JSON Pointer into the body, or into the record where the body has no such field */
  pointer: string;
  detail: string;
  /** what to do; null: nothing in particular */
  suggestion: string | null;
}
