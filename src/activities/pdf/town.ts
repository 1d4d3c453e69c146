const town = String.raw`(\p{Lu}[\p{L}'’. -]{1,60}?)`;
const province = String.raw`(?:\s*\([A-Za-z]{2}\)|[\s,]+[A-Z]{2})?`;
const end = String.raw`\s*(?=[,;\n]|\s[-–]\s|$)`;
const afterPostcode = new RegExp(String.raw`(?<!\d)\d{5}[\s,–-]{1,4}${town}${province}${end}`, "u");
const beforeProvince = new RegExp(String.raw`[,\n–-]\s*${town}\s*\([A-Za-z]{2}\)${end}`, "u");

/** The town of an Italian address, by its postcode or its province: `Firenze`. Null where it can't be told. */
export function townOf(address: string | null): string | null {
  const text = (address ?? "").slice(0, 300).trim();
  const found = afterPostcode.exec(text)?.[1] ?? beforeProvince.exec(text)?.[1];
  return found?.trim() || null;
}
