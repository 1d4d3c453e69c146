/** A number that a spreadsheet shows with two decimals may have more. */
const tolerance = 0.0051;

/** Whether two amounts or quantities are the same to the two decimals that a sheet shows. */
export const isAbout = (one: number, other: number): boolean => Math.abs(one - other) <= tolerance;
