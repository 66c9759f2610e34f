/** Steps of a plan are days from the due day: negative before it, 0 on it. */
export const STEPS = { first: -30, last: 180, most: 8 }
