/** Mention of a bill under the franchise, in French in every language. @source CGI art. 293 E II */
export const FRANCHISE_MENTION = 'TVA non applicable, article 293 B du CGI'
/**
 * The line of a deposit bill, in French in every language. @param object what it is paid for; may
 * be empty
 */
export const depositLine = (object: string): string =>
  object === '' ? 'Acompte' : `Acompte sur ${object}`
