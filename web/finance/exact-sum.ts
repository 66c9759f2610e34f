/** A sum of wire amounts that no fraction of binary numbers blurs. @unit major units */
export const exactSum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + Math.round(of(row) * 1000), 0) / 1000
