/** Prefix of every route. */
export const API = '/api'

/**
 * Rows of a list's page: the usual number, and the largest. A CSV holds all rows, whatever the
 * page.
 */
export const USUAL_PAGE = 50
export const LARGEST_PAGE = 200
