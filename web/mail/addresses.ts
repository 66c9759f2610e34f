import addressParser from 'nodemailer/lib/addressparser'

const ADDRESS = /[^\s<>,;"()]+@[^\s<>,;"()]+/g

/**
 * The addresses of a pasted text, as mail programs copy them: `Marie Roux <marie@roux.example>, …`,
 * with semicolons, or one on a line. A part without an address stays, so that the form names it.
 */
export const addressesIn = (text: string): readonly string[] =>
  addressParser(text.replaceAll(/[\r\n\t]+/g, ', '), { flatten: true }).flatMap(
    ({ address, name }) => (address === '' ? [name] : [...(name.match(ADDRESS) ?? []), address]),
  )

/** Mail servers read an address without regard to case. */
export const sameAddress = (address: string): string => address.toLowerCase()
