interface Visit {
  item: number;
  /** the index of the dependency to look at next */
  next: number;
}

/**
 * Groups of items, each after everything it depends on: single items, and the items of a cycle together (Tarjan's strongly connected
 * components). Takes time in proportion to items and dependencies, and isn't recursive: the sender chooses how long chains are.
 * @param dependencies of each item; an item that isn't a key depends on nothing, and isn't listed
 */
export function dependencyOrder(dependencies: ReadonlyMap<number, readonly number[]>): number[][] {
  const groups: number[][] = [];
  const visited = new Map<number, number>();
  /** for each visited item, the earliest visited item that it leads back to */
  const earliest = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  const path: Visit[] = [];

  const enter = (item: number): void => {
    earliest.set(item, visited.size);
    visited.set(item, visited.size);
    open.push(item);
    isOpen.add(item);
    path.push({ item, next: 0 });
  };
  const leadsBackTo = (item: number, place: number | undefined): void => {
    if (place !== undefined && place < (earliest.get(item) ?? 0)) earliest.set(item, place);
  };
  const leave = (item: number): void => {
    path.pop();
    const parent = path.at(-1);
    if (parent) leadsBackTo(parent.item, earliest.get(item));
    if (earliest.get(item) !== visited.get(item)) return;
    const group = open.splice(open.lastIndexOf(item));
    for (const each of group) isOpen.delete(each);
    groups.push(group);
  };

  for (const first of dependencies.keys()) {
    if (!visited.has(first)) enter(first);
    for (let visit = path.at(-1); visit; visit = path.at(-1)) {
      const { item } = visit;
      const needed = dependencies.get(item)?.[visit.next++];
      if (needed === undefined) leave(item);
      else if (!dependencies.has(needed)) continue;
      else if (!visited.has(needed)) enter(needed);
      else if (isOpen.has(needed)) leadsBackTo(item, visited.get(needed));
    }
  }
  return groups;
}
