/** A trillion: more than any building costs. Products of greater numbers couldn't be exact to the cent. */
export const maxNumber = 1e12;
export const numberBounds = `must lie between -${maxNumber} and ${maxNumber}`;

/** Whether a number lies within them; NaN doesn't. */
export const isWithinBounds = (value: number): boolean => Math.abs(value) <= maxNumber;
