/** What spreadsheets show with two decimals may have more of them. */
const tolerance = 0.0051;

/** Whether two amounts or quantities are the same to the two decimals that a sheet shows. */
export const isAbout = (one: number, other: number): boolean => Math.abs(one - other) <= tolerance;
