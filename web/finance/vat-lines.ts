/** The lines of the form CA3 in its order. */
const CA3_BOXES = [
  'A1',
  'A2',
  'A3',
  'B2',
  'E1',
  'E2',
  'F2',
  '08base',
  '08',
  '09base',
  '09',
  '9Bbase',
  '9B',
  '10base',
  '10',
  '11base',
  '11',
  'T1base',
  'T1',
  'T2base',
  'T2',
  'TCbase',
  'TC',
  'T3base',
  'T3',
  'T4base',
  'T4',
  'T5base',
  'T5',
  'T6base',
  'T6',
  '13base',
  '13',
  '14base',
  '14',
  '15',
  '16',
  '19',
  '20',
  '21',
  '22',
  '23',
  '25',
  '26',
  '27',
  'TD',
  '28',
  '32',
] as const // prettier-ignore
type Ca3Box = (typeof CA3_BOXES)[number]

/**
 * The lines of the form CA12 in its order, each with its word: lines that both forms have share
 * one.
 */
const CA12_BOXES = [
  ['02', 'E1'],
  ['03', 'E2'],
  ['04', 'F2'],
  ['5Abase', '08base'],
  ['5A', '08'],
  ['06base', '09base'],
  ['06', '09'],
  ['6Cbase', '9Bbase'],
  ['6C', '9B'],
  ['07base', '10base'],
  ['07', '10'],
  ['09base', 'specialbase'],
  ['09', 'special'],
  ['10base', '13base'],
  ['10', '13'],
  ['ACbase', 'A3'],
  ['AC', 'abroad'],
  ['16', 'taxed'],
  ['18', '15'],
  ['19', '16'],
  ['20', '20'],
  ['22', 'invoices'],
  ['23', '19'],
  ['24', '22'],
  ['25', '21'],
  ['26', '23'],
  ['28', 'TD'],
  ['29', '25'],
  ['30', 'instalments'],
  ['33', '32'],
  ['34', 'excess'],
  ['35', 'carried'],
  ['57', 'nextBase'],
] as const // prettier-ignore
type VatWord = Ca3Box | (typeof CA12_BOXES)[number][1]

/** A line of a form: the key of its box, and the word of its name. */
export type VatLine = { readonly box: string; readonly word: VatWord }
const LINES: Readonly<Record<'CA3' | 'CA12', readonly VatLine[]>> = {
  CA3: CA3_BOXES.map((box) => ({ box, word: box })),
  CA12: CA12_BOXES.map(([box, word]) => ({ box, word })),
}

/** The filled lines of a form in its order. @param boxes amounts by box */
export const filledLines = (
  form: 'CA3' | 'CA12',
  boxes: Readonly<Record<string, number>>,
): readonly VatLine[] => LINES[form].filter(({ box }) => (boxes[box] ?? 0) !== 0)

/** The number that a form prints for a box. A rate's line has a base before its tax. */
export const lineNumber = (box: string): string => box.replace('base', '')
