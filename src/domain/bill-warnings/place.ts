import { jsonPointer } from "../json-pointer.js";

/** A place in the request, as a linked list. It becomes a JSON Pointer only if there is something to report. */
export interface Place {
  key: string | number;
  within: Place | string;
}

/** The JSON Pointer to a place, or to a key of what stands there. */
export function pointerTo(place: Place | string, ...keys: (string | number)[]): string {
  const path = [...keys];
  let at = place;
  for (; typeof at !== "string"; at = at.within) path.unshift(at.key);
  return `${at}${jsonPointer(path)}`;
}
