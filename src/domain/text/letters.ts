/** `A` … `Z`, `AA` …, from 1. */
export function letters(place: number): string {
  let text = "";
  for (let rest = place; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(65 + ((rest - 1) % 26)) + text;
  return text;
}
