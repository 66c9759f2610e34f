import { assertPaperFits } from '#domain/kernel/paper-size.ts'
import { MAX_MINOR, multiplyRounded, QUANTITY_SCALE } from '#domain/kernel/money.ts'
import { billRefusal } from './bill-refusals.ts'
import { isSeriesName } from './number-series.ts'
import type { BillContent } from './content.ts'

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/** @throws PAPER_TOO_LONG naming the longest text, before a number is taken or a paper is drawn */
export function assertBillFits({
  lines,
  header,
  footer,
}: {
  readonly lines: readonly { readonly description: string }[]
  readonly header: string
  readonly footer: string
}): void {
  assertPaperFits(
    'bill',
    [
      ...lines.map(({ description }, index) => ({
        path: `lines.${index}.description`,
        text: description,
      })),
      { path: 'header', text: header },
      { path: 'footer', text: footer },
    ],
    { lines: 0, path: 'lines' },
  )
}

/**
 * Refusals of every draft, complete or not.
 *
 * @throws PAPER_TOO_LONG · BILL_PERIOD_REVERSED · BILL_SERIES_NAME · BILL_AMOUNT_TOO_LARGE, naming
 * each line
 */
export function checkContent(content: BillContent): void {
  assertBillFits(content)
  if (content.serviceStart && content.serviceEnd && content.serviceEnd < content.serviceStart)
    throw billRefusal('BILL_PERIOD_REVERSED', {}, [
      { path: 'endDate', code: 'BILL_PERIOD_REVERSED' },
    ])
  if (!isSeriesName(content.numberSeries ?? ''))
    throw billRefusal('BILL_SERIES_NAME', {}, [{ path: 'numberSeries', code: 'BILL_SERIES_NAME' }])
  const tooLarge = content.lines.flatMap((line, index) =>
    // Compared before it is computed: the product itself may leave the safe integers.
    magnitude(BigInt(line.quantity) * BigInt(line.unitPriceMinor)) >
    BigInt(MAX_MINOR) * BigInt(QUANTITY_SCALE)
      ? [{ path: `lines.${index}.unitPrice`, code: 'BILL_AMOUNT_TOO_LARGE' }]
      : [],
  )
  const sum =
    tooLarge.length > 0
      ? 0
      : content.lines.reduce(
          (total, line) =>
            total + Math.abs(multiplyRounded(line.quantity, line.unitPriceMinor, QUANTITY_SCALE)),
          0,
        )
  if (tooLarge.length > 0 || sum > MAX_MINOR)
    throw billRefusal(
      'BILL_AMOUNT_TOO_LARGE',
      {},
      tooLarge.length > 0 ? tooLarge : [{ path: 'lines', code: 'BILL_AMOUNT_TOO_LARGE' }],
    )
}
