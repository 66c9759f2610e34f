/**
 * The server's own number of decimals of each currency, so that an amount is shown as it is stored.
 */
export { minorDigits } from '#domain/kernel/money.ts'
