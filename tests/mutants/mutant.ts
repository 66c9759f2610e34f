/** One deliberate fault of the product, and the tests that should find it. */
export type Mutant = {
  /** Source file, from the root of the project. */
  readonly file: string
  /** Text that occurs once in the file. */
  readonly from: string
  readonly to: string
  /** Fault in a user's words. */
  readonly fault: string
  /** Files of tests, the narrowest first. */
  readonly tests: readonly string[]
}
