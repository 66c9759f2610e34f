/** Pages of the help that have a picture, taken by `npm run pictures`. */
export const PICTURED = ['start', 'time', 'billing', 'money', 'prospecting', 'cv', 'data'] as const
export type Pictured = (typeof PICTURED)[number]

/**
 * Settings of a picture. @unit pixels of the page; `scale` is the picture's pixels to each of them
 */
export const WIDE = { width: 1024, height: 440, scale: 1 }
export const PHONE = { width: 390, height: 400, scale: 1.5 }
