import { API } from '#contract/kernel/api.values.ts'
import { SIGN_IN_PATH } from '#contract/identity/session.values.ts'

/**
 * Address of the sign-in or sign-up page. Both return to `returnTo`; the first says that a session
 * has `ended`.
 */
export const signInAddress = ({
  returnTo,
  language,
  screen,
}: {
  readonly returnTo: string
  readonly language: string
  readonly screen?: 'register' | 'ended' | undefined
}): string =>
  `${API}${SIGN_IN_PATH}?${new URLSearchParams({ returnTo, lang: language, ...(screen && { screen }) })}`
