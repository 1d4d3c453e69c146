import { readXml } from "../xml/read-xml.js";
import type { Zip } from "./zip.js";

/** More than a file has parts and addresses. */
const maxRelations = 20_000;

/** What a part of an office file refers to, by its ids: addresses of links, names of other parts. */
export async function readRelations(zip: Zip, part: string): Promise<Map<string, string>> {
  const at = part.lastIndexOf("/") + 1;
  const targets = new Map<string, string>();
  await readXml(zip.open(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`), {
    isDone: () => targets.size >= maxRelations,
    open(name, attribute) {
      const id = attribute("Id");
      if (name === "Relationship" && id) targets.set(id, attribute("Target") ?? "");
    },
  });
  return targets;
}
