/**
 * The sign-in page, `?returnTo=&lang=&screen=`. It is a page and therefore no route of the
 * contract.
 */
export const SIGN_IN_PATH = '/session/sign-in'
/**
 * Takes the form by which a visitor tries the product without an account. It answers with a page,
 * as the former.
 */
export const DEMO_PATH = '/session/demo'
