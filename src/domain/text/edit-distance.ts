/**
 * How many letters must be added, left out, changed or exchanged with their neighbour to make one word of another (optimal string
 * alignment). Takes the product of both lengths.
 */
export function editDistance(one: string, other: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1;
      const exchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const steps = [at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + change];
      if (exchanged) steps.push(at(beforeLast, j - 2) + 1);
      row.push(Math.min(...steps));
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, other.length);
}

const at = (row: readonly number[], place: number): number => row[place] as number;
