/** A date further away than this is only a row; a sweep gives it a workflow once it is nearer. */
export const horizonMs = 35 * 24 * 60 * 60 * 1000;
