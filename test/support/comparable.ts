const varying =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64}|persona\.\d+@studio\.test|Persona \d+/g;
const moments = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z|at \d\d:\d\d/g;

/** An answer in which ids are named by the order in which they came, and moments are all one, so that those of two firms can be compared. */
export function comparable(): (answer: unknown) => unknown {
  const names = new Map<string, string>();
  const nameOf = (id: string): string => {
    names.set(id, names.get(id) ?? `#${names.size}`);
    return names.get(id) as string;
  };
  return (answer) => JSON.parse((JSON.stringify(answer) ?? "null").replace(moments, "moment").replace(varying, nameOf));
}
