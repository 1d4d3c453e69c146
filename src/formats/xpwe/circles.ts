/**
 * The lines of a bill in an order in which each comes after those that it repeats, with the circles among them: groups of lines, each
 * of which reaches itself through the others. Tarjan's algorithm, on a list instead of by recursion: chains are as long as a file
 * makes them.
 * @param repeats of each line the lines that it repeats, by their place
 */
export function dependencyOrder(repeats: readonly (readonly number[])[]): number[][] {
  const order = new Int32Array(repeats.length).fill(-1);
  const lowest = new Int32Array(repeats.length);
  const isOpen = new Uint8Array(repeats.length);
  const open: number[] = [];
  const groups: number[][] = [];
  let visited = 0;

  const enter = (line: number) => {
    order[line] = lowest[line] = visited++;
    isOpen[line] = 1;
    open.push(line);
    return { line, next: 0 };
  };
  for (let start = 0; start < repeats.length; start++) {
    if (order[start] !== -1) continue;
    const path = [enter(start)];
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const { line } = step;
      const target = repeats[line]?.[step.next++];
      if (target !== undefined) {
        if (order[target] === -1) path.push(enter(target));
        else if (isOpen[target]) lowest[line] = Math.min(lowest[line] ?? 0, order[target] ?? 0);
        continue;
      }
      path.pop();
      const parent = path.at(-1)?.line;
      if (parent !== undefined) lowest[parent] = Math.min(lowest[parent] ?? 0, lowest[line] ?? 0);
      if (lowest[line] !== order[line]) continue;
      const group = open.splice(open.lastIndexOf(line));
      for (const member of group) isOpen[member] = 0;
      groups.push(group);
    }
  }
  return groups;
}
