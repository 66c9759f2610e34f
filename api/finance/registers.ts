import type { RegisterPapers } from '#commands/finance/register-paper.ts'
import { type RegisterLine, registerRoutes } from '#contract/finance/registers.contract.ts'
import type { Route } from '#contract/kernel/contract.ts'
import { Organism } from '#domain/cv/organism.record.ts'
import type { Register } from '#domain/finance/register.values.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { toMajor } from '#domain/kernel/money.ts'
import { dayIn, epochOfDay } from '#domain/kernel/time.ts'
import {
  type NumberedLine,
  registerOf,
  registers,
  registerYears,
  sumsOf,
} from '#projections/finance/registers.ts'
import { professionalInfoOf, professionalInfos } from '#projections/profile/professional-infos.ts'
import { recordsOf } from '#projections/records.ts'
import type { Api, BinaryReply, Call } from '../kernel/api.ts'
import { optionLabel } from '../kernel/labels.ts'
import { pageOf } from '../kernel/lists.ts'
import { word } from '../kernel/words.ts'
import { organismNames } from './organism-names.ts'

const reads = { registers, organisms: recordsOf(Organism), professionalInfos }
type Asked = Pick<Call<Route, typeof reads>, 'read' | 'owner'> & {
  readonly params: {
    readonly profileId: string
    readonly register: Register
    readonly year: number
  }
  readonly query: { readonly asKnownAt?: number | undefined }
}

/** The registers of receipts and purchases, as they are or were. */
export function registersApi(api: Api, papers: RegisterPapers): void {
  const { handler } = api.deps
  const linesOf = ({ read, owner, params, query }: Asked) =>
    registerOf(read.registers, { owner, ...params }, params.year, query.asKnownAt ?? null)
  /** The parties of lines by hand are named by their organisms. */
  const namesOf = ({ read, owner }: Asked, lines: readonly NumberedLine[]) =>
    organismNames({ organisms: read.organisms, handler }, owner, lines)

  api.serve(registerRoutes.lines, { reads }, async (call) => {
    const page = pageOf(call.reply, await linesOf(call), call.query)
    const names = await namesOf(call, page)
    return page.map((line) => lineToWire(line, names.get(line.organismId)))
  })
  api.serve(registerRoutes.summary, { reads }, async (call) => {
    const [lines, years] = await Promise.all([
      linesOf(call),
      registerYears(call.read.registers, call.owner),
    ])
    return {
      count: lines.length,
      totals: sumsOf(lines).map(({ currency, netMinor, vatMinor, grossMinor }) => ({
        currency,
        amount: toMajor(netMinor, currency),
        vat: toMajor(vatMinor, currency),
        amountTTC: toMajor(grossMinor, currency),
      })),
      years: [...new Set([call.params.year, ...years])].sort((a, b) => b - a),
    }
  })
  api.serve(registerRoutes.pdf, { reads }, async (call): Promise<BinaryReply> => {
    const { read, owner, language, params, query, now, caller, closed } = call
    const { register, year, profileId } = params
    const profile = await professionalInfoOf(read.professionalInfos, owner, profileId)
    if (profile === null) throw refusal('NOT_FOUND', { id: profileId })
    const lines = await linesOf(call)
    const names = await namesOf(call, lines)
    const label = (key: string, details = {}) =>
      word(language, 'finance', `accountBook.paper.${key}`, details)
    const bytes = await papers.paper(
      {
        language,
        day: dayIn(query.asKnownAt ?? now, caller.timeZone),
        title: word('fr', 'finance', `accountBook.title.${register}`),
        translated:
          language === 'fr' ? '' : word(language, 'finance', `accountBook.title.${register}`),
        year,
        business: profile.identity,
        words: {
          heads: {
            number: label('number'),
            date: label('date'),
            party: label(register === 'receipts' ? 'client' : 'supplier'),
            nature: label('nature'),
            reference: label('reference'),
            method: label('method'),
            net: label('net'),
            vat: label('vat'),
            gross: label('gross'),
            recorded: label('recorded'),
          },
          asOf: label('asOf'),
          lines: label('lines', { count: lines.length }),
          empty: label('empty'),
          total: label('total'),
          page: label('page'),
          note: label('note'),
        },
        lines: lines.map((line) => ({
          ...line,
          ...partyOf(line, names.get(line.organismId)),
          recordedOn: dayIn(line.at, caller.timeZone),
          nature: optionLabel(language, 'accountBook', 'nature', line.nature),
          method: line.method && optionLabel(language, 'accountBook', 'paymentMethod', line.method),
          takesBack:
            line.takesBackNumber === 0 ? '' : label('takesBack', { number: line.takesBackNumber }),
        })),
        totals: sumsOf(lines),
      },
      { owner, urgency: 'paper', signal: closed },
    )
    return {
      bytes,
      mediaType: 'application/pdf',
      fileName: `${label(`file.${register}`)}-${year}.pdf`,
    }
  })
}

/** Party of the money, and its words: a payment's client, an entry by hand's organism, if any. */
const partyOf = ({ party, billId }: NumberedLine, organism = '') =>
  billId === '' ? { party: organism, label: party } : { party, label: '' }

function lineToWire(line: NumberedLine, organism: string | undefined): RegisterLine {
  const { currency } = line
  return {
    number: line.number,
    date: epochOfDay(line.day),
    ...partyOf(line, organism),
    nature: line.nature,
    type: line.kind,
    reference: line.reference,
    currency,
    amount: toMajor(line.netMinor, currency),
    vat: toMajor(line.vatMinor, currency),
    amountTTC: toMajor(line.grossMinor, currency),
    paymentMethod: line.method,
    recordedAt: line.at,
    takesBack: line.takesBackNumber,
    transactionId: line.transactionId,
    billId: line.billId || 0,
  }
}
