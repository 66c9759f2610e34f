/** Activity of a micro-entrepreneur, as far as contributions depend on it. */
export const ACTIVITIES = ['sale', 'bicService', 'bncSsi', 'bncCipav'] as const
export type Activity = (typeof ACTIVITIES)[number]
