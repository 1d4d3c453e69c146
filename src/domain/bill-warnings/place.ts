import { jsonPointer } from "../json-pointer.js";

/** A place in what was sent, as a linked list: a JSON Pointer is made of it only where there is something to say. */
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
