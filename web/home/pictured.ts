/** Screens that the landing page shows, taken by `npm run pictures`. */
export type Pictured = 'dashboard' | 'timesheet' | 'bill' | 'forecast' | 'history'

/**
 * Settings of a picture. @unit pixels of the page; `scale` is the picture's pixels to each of them
 */
export const WIDE = { width: 1120, height: 680, scale: 1.5 }
export const PHONE = { width: 390, height: 520, scale: 2 }

/** Picture of a link in social networks, `card-<language>.jpg` beside the icon. @unit pixels */
export const CARD = { width: 1200, height: 630 }
