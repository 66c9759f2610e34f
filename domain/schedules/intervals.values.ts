export const INTERVALS = ['once', 'day', 'week', 'month', 'year'] as const
export type Interval = (typeof INTERVALS)[number]
