/**
 * What a form has brought about: it has the focus as the page opens, so that it is read out and stands in view. Of a live region that is
 * there from the beginning screen readers say nothing.
 */
export const announced = { tabIndex: -1, autofocus: true } as const;
