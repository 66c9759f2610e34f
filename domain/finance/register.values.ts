/** The books of a micro-entrepreneur: what came in, and what was bought. */
export const REGISTERS = ['receipts', 'purchases'] as const
export type Register = (typeof REGISTERS)[number]
