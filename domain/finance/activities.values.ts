/** Activity of a micro-entrepreneur, as far as contributions depend on it. */
export const ACTIVITIES = ['sale', 'bicService', 'bncSsi', 'bncCipav'] as const
export type Activity = (typeof ACTIVITIES)[number]

/** Rhythm in which a micro-entrepreneur declares turnover. @source CSS art. R133-30-1 */
export const URSSAF_PERIODICITIES = ['monthly', 'quarterly'] as const
export type UrssafPeriodicity = (typeof URSSAF_PERIODICITIES)[number]
