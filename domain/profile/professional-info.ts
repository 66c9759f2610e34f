import { NO_TERMS, type StandingTerms } from '#domain/billing/terms.values.ts'
import type { Activity, UrssafPeriodicity } from '#domain/finance/activities.values.ts'
import { type Address, homeAddress, withCountry } from '#domain/kernel/address.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import { usedBy } from '#domain/kernel/records/used-by.ts'
import { wrongVatNumber } from '#domain/kernel/records/fields.ts'
import { type Entity, firstText } from '#domain/kernel/records/entity.ts'
import { addOnce, differing, same } from '#domain/kernel/records/changes.ts'
import { catalogue, type FieldRefusal, refusal, unreachable } from '#domain/kernel/errors.ts'
import { isIban, isSiren, isSiret, vatNumberOf } from '#domain/kernel/identifiers.ts'
import type { LegalStatus } from '#domain/kernel/legal-statuses.ts'
import { type Currency, fromRate } from '#domain/kernel/money.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import { type Day, type DayOrNone, epochOfDay, epochOrZero } from '#domain/kernel/time.ts'
import {
  type DatedVatTerms,
  offeredOn,
  offeredUntil,
  periodicitiesOf,
  type VatExigibility,
  type VatPeriodicity,
  type VatRegime,
  type VatTerms,
  vatTermsOn,
  withVatTerms,
} from './vat-regime.values.ts'

/**
 * The business that bills. @unit shareCapitalMinor: minor units of the euro, 0 when there is none
 */
export type BusinessIdentity = {
  readonly name: string
  readonly commercialName: string
  readonly legalStatus: LegalStatus | ''
  readonly siren: string
  readonly siret: string
  /** Town of the registry of commerce, as `Paris`. */
  readonly rcs: string
  readonly shareCapitalMinor: number
  readonly address: Address
  readonly sector: string
  readonly website: string
  readonly startDate: DayOrNone
  /** Swatch in the palette; 0 takes the one of its place among the profiles. */
  readonly colour?: number
  /** Activity of a micro-entrepreneur for contributions; empty for other businesses. */
  readonly activity?: Activity | ''
  /** Whether a micro-entrepreneur pays income tax with the contributions. */
  readonly incomeTaxOption?: boolean
  /** First day of the relief for new businesses (ACRE); empty, or none, without it. */
  readonly acreFrom?: DayOrNone
  /** Rhythm of a micro-entrepreneur's declarations; empty while none was chosen. */
  readonly urssafPeriodicity?: UrssafPeriodicity | ''
  /** First day of the first period declared here; empty, or none, leaves it to the records. */
  readonly firstPeriodFrom?: DayOrNone
}

/** Facts of an identity that earlier events do not have. */
const LATER_FACTS = {
  colour: 0,
  activity: '',
  incomeTaxOption: false,
  acreFrom: '',
  urssafPeriodicity: '',
  firstPeriodFrom: '',
} as const

/** Terms of a micro-entrepreneur's contributions; null without an activity. */
export const contributionTermsOf = ({
  activity = '',
  incomeTaxOption = false,
  acreFrom = '',
  startDate,
}: Pick<BusinessIdentity, 'activity' | 'incomeTaxOption' | 'acreFrom' | 'startDate'>) =>
  activity === ''
    ? null
    : {
        activity,
        incomeTaxOption,
        reliefFrom: acreFrom,
        ...(startDate !== '' && { businessFrom: startDate }),
      }

export type BankDetails = {
  readonly bankName: string
  readonly iban: string
  readonly accountType: 'personal' | 'business'
  readonly currency: Currency
}

/**
 * A choice about VAT; an absent field keeps its value. `from` is the first day of a regime or of
 * other terms.
 */
export type VatChoice = {
  readonly regime?: VatRegime | ''
  readonly from?: Day
  readonly number?: string
  readonly periodicity?: VatPeriodicity | ''
  readonly exigibility?: VatExigibility
}

/**
 * Terms of payment, lateness and discounts on its bills, and their texts. A contract or a bill may
 * say otherwise.
 */
export type BillTerms = StandingTerms

// Commands

export type ProfessionalInfoCommand =
  | {
      type: 'AddProfessionalInfo'
      identity: BusinessIdentity
      bank: BankDetails
      vat: VatChoice
      billTerms?: Partial<BillTerms>
    }
  | {
      type: 'ChangeProfessionalInfo'
      identity: Partial<BusinessIdentity>
      bank: Partial<BankDetails>
      vat: VatChoice
      billTerms?: Partial<BillTerms>
    }
  | { type: 'ChangeLogo'; sha256: string | null }
  | { type: 'ChangeSignature'; sha256: string | null }
  | { type: 'RemoveProfessionalInfo' }

// Events. Stored for good: add fields, never rename or remove.

export type ProfessionalInfoEvent =
  | {
      type: 'ProfessionalInfoAdded'
      data: {
        identity: BusinessIdentity
        bank: BankDetails
        vat: DatedVatTerms | null
        billTerms?: BillTerms
      }
    }
  | { type: 'ProfessionalInfoChanged'; data: { changes: Partial<BusinessIdentity> } }
  | { type: 'ProfessionalInfoBankChanged'; data: { changes: Partial<BankDetails> } }
  | { type: 'ProfessionalInfoVatChanged'; data: DatedVatTerms }
  | { type: 'ProfessionalInfoTermsChanged'; data: { changes: Partial<BillTerms> } }
  | { type: 'ProfessionalInfoLogoChanged'; data: { sha256: string | null } }
  | { type: 'ProfessionalInfoSignatureChanged'; data: { sha256: string | null } }
  | { type: 'ProfessionalInfoRemoved'; data: Record<never, never> }

// Personal data: a sole trader works under their own name, at their own address

const NO_IDENTITY: BusinessIdentity = {
  name: '',
  commercialName: '',
  legalStatus: '',
  siren: '',
  siret: '',
  rcs: '',
  shareCapitalMinor: 0,
  address: homeAddress,
  sector: '',
  website: '',
  startDate: '',
}
const NO_BANK: BankDetails = { bankName: '', iban: '', accountType: 'business', currency: 'EUR' }

export const professionalInfoPersonal = personal<ProfessionalInfoEvent>(ofOwner, {
  ProfessionalInfoAdded: {
    identity: NO_IDENTITY,
    bank: NO_BANK,
    'vat.terms.number': '',
    billTerms: NO_TERMS,
  },
  ProfessionalInfoChanged: { changes: {} },
  ProfessionalInfoBankChanged: { changes: {} },
  ProfessionalInfoVatChanged: { 'terms.number': '' },
  ProfessionalInfoTermsChanged: { changes: {} },
  ProfessionalInfoLogoChanged: { sha256: null },
  ProfessionalInfoSignatureChanged: { sha256: null },
})

// The state of a profile

/** A live profile. Logo and signature are the SHA-256 of kept documents. */
export type LiveProfessionalInfo = {
  readonly status: 'live'
  readonly added: Extract<ProfessionalInfoEvent, { type: 'ProfessionalInfoAdded' }>['data']
  readonly identity: BusinessIdentity
  readonly bank: BankDetails
  /** In order of their day; the last one may start in the future. */
  readonly vat: readonly DatedVatTerms[]
  readonly billTerms: BillTerms
  readonly logo: string | null
  readonly signature: string | null
}
export type ProfessionalInfo =
  | { readonly status: 'none' }
  | LiveProfessionalInfo
  | { readonly status: 'removed' }

const profileRefusal = catalogue({
  SIRET_NOT_OF_SIREN: 'invalid',
  TVA_NUMBER_NOT_OF_SIREN: 'invalid',
  TVA_REGIME_FROM_REQUIRED: 'invalid',
  TVA_REGIME_ENDED: 'invalid',
  TVA_PERIODICITY_ENDED: 'invalid',
  TVA_PERIODICITY_OF_SIMPLIFIED: 'invalid',
})

/** A SIRET contains its SIREN. */
const completed = (identity: BusinessIdentity): BusinessIdentity =>
  identity.siren === '' && isSiret(identity.siret)
    ? { ...identity, siren: identity.siret.slice(0, 9) }
    : identity

function faultsOf(
  identity: BusinessIdentity,
  bank: BankDetails,
  terms: VatTerms | null,
): readonly FieldRefusal[] {
  const { siren, siret } = identity
  const faults: FieldRefusal[] = []
  const fault = (path: string, code: string, details: Readonly<Record<string, unknown>> = {}) =>
    faults.push({ path, code, details })
  if (identity.name === '') fault('name', 'FIELD_INVALID')
  if (siren !== '' && !isSiren(siren)) fault('siren', 'SIREN_INVALID')
  if (siret !== '' && !isSiret(siret)) fault('siret', 'SIRET_INVALID')
  else if (siret !== '' && !siret.startsWith(siren)) fault('siret', 'SIRET_NOT_OF_SIREN', { siren })
  if (bank.iban !== '' && !isIban(bank.iban)) fault('bankNumber', 'IBAN_INVALID')
  if (terms !== null && terms.regime !== 'franchise' && terms.number !== '') {
    const wrong = wrongVatNumber(terms.number)
    if (wrong) fault('TvaNumber', wrong.code, { country: wrong['country'] })
    else if (terms.number.startsWith('FR') && siren !== '' && terms.number.slice(4) !== siren)
      fault('TvaNumber', 'TVA_NUMBER_NOT_OF_SIREN', { expected: vatNumberOf(siren) })
  }
  return faults
}

function check(identity: BusinessIdentity, bank: BankDetails, terms: VatTerms | null): void {
  const faults = faultsOf(identity, bank, terms)
  if (faults.length > 0) throw refusal('RULE_BROKEN', {}, faults)
}

/**
 * The specification's VAT call names no regime. A VAT number, a periodicity or a due event then
 * means that VAT is charged.
 */
const regimeMeant = (choice: VatChoice): VatRegime | '' => {
  if (choice.regime) return choice.regime
  if (!choice.number && !choice.periodicity && !choice.exigibility) return ''
  return choice.periodicity === 'annual' ? 'simplified' : 'normal'
}

/**
 * The terms after a choice; null when it changes nothing. The first terms start with the business,
 * another regime on the requested day.
 *
 * @throws TVA_REGIME_FROM_REQUIRED · TVA_REGIME_ENDED · TVA_PERIODICITY_ENDED ·
 * TVA_PERIODICITY_OF_SIMPLIFIED
 */
function vatEntry(
  choice: VatChoice,
  history: readonly DatedVatTerms[],
  startDate: DayOrNone,
  today: Day,
): DatedVatTerms | null {
  const before =
    vatTermsOn(history, choice.from ?? today) ??
    (choice.from === undefined ? (history[0] ?? null) : null)
  const regime = choice.regime || (before?.terms.regime ?? regimeMeant(choice))
  if (regime === '') return null
  if (choice.from === undefined && before !== null && before.terms.regime !== regime)
    throw profileRefusal('TVA_REGIME_FROM_REQUIRED', {}, [
      { path: 'tvaRegimeFrom', code: 'TVA_REGIME_FROM_REQUIRED' },
    ])
  const from =
    choice.from ?? before?.from ?? (startDate !== '' && startDate <= today ? startDate : today)
  const terms = termsOf(regime, choice, before?.terms ?? null)
  if (before !== null && before.from === from && same(before.terms, terms)) return null
  checkOffered(terms, before?.terms ?? null, from > today ? from : today)
  return { from, terms }
}

function termsOf(regime: VatRegime, choice: VatChoice, before: VatTerms | null): VatTerms {
  if (regime === 'franchise') return { regime }
  const wasTaxed =
    before !== null && before.regime !== 'franchise'
      ? before
      : { number: '', periodicity: '' as const, exigibility: 'receipts' as const }
  return {
    regime,
    number: choice.number ?? wasTaxed.number,
    periodicity:
      choice.periodicity ??
      // Another regime may not have the periodicity of the one before.
      (periodicitiesOf(regime).find((value) => value === wasTaxed.periodicity) ||
      before?.regime === regime
        ? wasTaxed.periodicity
        : ''),
    exigibility: choice.exigibility ?? wasTaxed.exigibility,
  }
}

/** A regime that the law has ended can stay, but cannot be chosen again. */
function checkOffered(terms: VatTerms, before: VatTerms | null, day: Day): void {
  if (terms.regime === 'franchise') return
  if (!offeredOn(terms.regime, day) && before?.regime !== terms.regime)
    throw profileRefusal('TVA_REGIME_ENDED', { until: offeredUntil(terms.regime) }, [
      {
        path: 'tvaRegime',
        code: 'TVA_REGIME_ENDED',
        details: { until: offeredUntil(terms.regime) },
      },
    ])
  const { regime, periodicity } = terms
  if (periodicity === '') return
  const wasSame =
    before !== null && before.regime !== 'franchise' && before.periodicity === periodicity
  if (!offeredOn(periodicity, day) && !wasSame)
    throw profileRefusal('TVA_PERIODICITY_ENDED', { until: offeredUntil(periodicity) }, [
      {
        path: 'tvaPeriodicity',
        code: 'TVA_PERIODICITY_ENDED',
        details: { until: offeredUntil(periodicity) },
      },
    ])
  if (!periodicitiesOf(regime).includes(periodicity) && !(wasSame && before.regime === regime))
    throw profileRefusal('TVA_PERIODICITY_OF_SIMPLIFIED', {}, [
      { path: 'tvaPeriodicity', code: 'TVA_PERIODICITY_OF_SIMPLIFIED' },
    ])
}

function change(
  command: Extract<ProfessionalInfoCommand, { type: 'ChangeProfessionalInfo' }>,
  profile: LiveProfessionalInfo,
  today: Day,
): readonly ProfessionalInfoEvent[] {
  const identity = completed({ ...profile.identity, ...command.identity })
  const bank = { ...profile.bank, ...command.bank }
  const vat = vatEntry(command.vat, profile.vat, identity.startDate, today)
  check(identity, bank, (vat ?? vatTermsOn(profile.vat, today))?.terms ?? null)
  const identityChanges = differing(profile.identity, identity)
  const bankChanges = differing(profile.bank, bank)
  const events: ProfessionalInfoEvent[] = []
  if (Object.keys(identityChanges).length > 0)
    events.push({ type: 'ProfessionalInfoChanged', data: { changes: identityChanges } })
  if (Object.keys(bankChanges).length > 0)
    events.push({ type: 'ProfessionalInfoBankChanged', data: { changes: bankChanges } })
  if (vat !== null) events.push({ type: 'ProfessionalInfoVatChanged', data: vat })
  const terms = differing(profile.billTerms, { ...profile.billTerms, ...command.billTerms })
  if (Object.keys(terms).length > 0)
    events.push({ type: 'ProfessionalInfoTermsChanged', data: { changes: terms } })
  return events
}

/** A business the user bills as. */
export const professionalInfoDecider: Decider<
  ProfessionalInfoCommand,
  ProfessionalInfoEvent,
  ProfessionalInfo
> = {
  category: 'professionalInfo',
  initial: { status: 'none' },

  decide(command, profile, { today }) {
    if (command.type === 'AddProfessionalInfo') {
      const identity = completed(command.identity)
      const vat = vatEntry(command.vat, [], identity.startDate, today)
      check(identity, command.bank, vat?.terms ?? null)
      const terms =
        Object.keys(command.billTerms ?? {}).length > 0
          ? { ...NO_TERMS, ...command.billTerms }
          : null
      const added = { identity, bank: command.bank, vat, ...(terms && { billTerms: terms }) }
      // The first terms may start "today". The same command repeated on another day changes
      // nothing.
      const undated = (data: typeof added) => ({ ...data, vat: data.vat?.terms ?? null })
      return addOnce(
        profile.status === 'live' ? { ...profile, added: undated(profile.added) } : profile,
        undated(added),
        { type: 'ProfessionalInfoAdded', data: added },
      )
    }
    if (profile.status === 'removed' && command.type === 'RemoveProfessionalInfo') return []
    if (profile.status !== 'live') throw refusal('NOT_FOUND')
    switch (command.type) {
      case 'ChangeProfessionalInfo':
        return change(command, profile, today)
      case 'ChangeLogo':
        return command.sha256 === profile.logo
          ? []
          : [{ type: 'ProfessionalInfoLogoChanged', data: { sha256: command.sha256 } }]
      case 'ChangeSignature':
        return command.sha256 === profile.signature
          ? []
          : [{ type: 'ProfessionalInfoSignatureChanged', data: { sha256: command.sha256 } }]
      case 'RemoveProfessionalInfo':
        return [{ type: 'ProfessionalInfoRemoved', data: {} }]
      default:
        return unreachable(command)
    }
  },

  evolve(profile, event): ProfessionalInfo {
    if (event.type === 'ProfessionalInfoAdded') {
      const { identity, bank, vat, billTerms = NO_TERMS } = event.data
      return {
        status: 'live',
        added: event.data,
        identity: { ...LATER_FACTS, ...identity },
        bank,
        vat: vat === null ? [] : [vat],
        billTerms,
        logo: null,
        signature: null,
      }
    }
    if (profile.status !== 'live')
      throw new Error(`${event.type} in the stream of a profile that is not there`)
    switch (event.type) {
      case 'ProfessionalInfoChanged':
        return { ...profile, identity: { ...profile.identity, ...event.data.changes } }
      case 'ProfessionalInfoBankChanged':
        return { ...profile, bank: { ...profile.bank, ...event.data.changes } }
      case 'ProfessionalInfoVatChanged':
        return { ...profile, vat: withVatTerms(profile.vat, event.data) }
      case 'ProfessionalInfoTermsChanged':
        return { ...profile, billTerms: { ...profile.billTerms, ...event.data.changes } }
      case 'ProfessionalInfoLogoChanged':
        return { ...profile, logo: event.data.sha256 }
      case 'ProfessionalInfoSignatureChanged':
        return { ...profile, signature: event.data.sha256 }
      case 'ProfessionalInfoRemoved':
        return { status: 'removed' }
      default:
        return unreachable(event)
    }
  },
}

/** A profile's facts in the wire's words, with the VAT terms of one entry. */
export const professionalInfoView = (
  facts: Pick<LiveProfessionalInfo, 'identity' | 'bank' | 'billTerms'>,
  vat: DatedVatTerms | null,
) => {
  const { identity, bank, billTerms } = facts
  const charged = vat !== null && vat.terms.regime !== 'franchise' ? vat.terms : null
  return {
    name: identity.name,
    commercialName: identity.commercialName,
    legalStatus: identity.legalStatus,
    siren: identity.siren,
    siret: identity.siret,
    rcs: identity.rcs,
    shareCapital: identity.shareCapitalMinor / 100,
    address: withCountry(identity.address),
    sector: identity.sector,
    website: identity.website,
    startDate: epochOrZero(identity.startDate),
    colour: identity.colour ?? 0,
    activity: identity.activity ?? ('' as const),
    incomeTaxOption: identity.incomeTaxOption ?? false,
    acreFrom: epochOrZero(identity.acreFrom ?? ''),
    urssafPeriodicity: identity.urssafPeriodicity ?? ('' as const),
    firstPeriodFrom: epochOrZero(identity.firstPeriodFrom ?? ''),
    bankName: bank.bankName,
    bankNumber: bank.iban,
    accountType: bank.accountType,
    currency: bank.currency,
    tvaRegime: vat?.terms.regime ?? ('' as const),
    tvaRegimeFrom: vat === null ? 0 : epochOfDay(vat.from),
    TvaNumber: charged?.number ?? '',
    tvaPeriodicity: charged?.periodicity ?? ('' as const),
    tvaTaxeType: charged?.exigibility ?? ('' as const),
    paymentDeadline: billTerms.paymentDays,
    penaltyBasis: billTerms.penaltyBasis,
    penaltyRate: fromRate(billTerms.penaltyRate),
    discountTerms: billTerms.discountTerms,
    header: billTerms.header,
    footer: billTerms.footer,
    language: billTerms.language,
  }
}

export const professionalInfoEntity: Entity<
  ProfessionalInfoCommand,
  ProfessionalInfoEvent,
  ProfessionalInfo
> = {
  name: 'professionalInfo',
  decider: professionalInfoDecider,
  permission: 'professional_info',
  // The law wants issued bills kept with their issuer (C. com. L123-22). Drafts and contracts would
  // be left without a profile.
  usedBy: usedBy(
    { by: 'issuedBill', field: 'profileId', code: 'PROFILE_HAS_BILLS' },
    { by: 'draftBill', field: 'profileId', code: 'PROFILE_HAS_DRAFTS' },
    { by: 'project', field: 'profileId', code: 'PROFILE_HAS_PROJECTS' },
    { by: 'quote', field: 'profileId', code: 'PROFILE_HAS_QUOTES' },
  ),
  currency: 'currency',
  shows: {
    legalStatus: 'choice',
    siren: 'siren',
    siret: 'siret',
    shareCapital: 'money',
    address: 'address',
    'address.country': 'country',
    sector: 'choice',
    website: 'url',
    startDate: 'day',
    colour: 'colour',
    activity: 'choice',
    incomeTaxOption: 'boolean',
    acreFrom: 'day',
    urssafPeriodicity: 'choice',
    firstPeriodFrom: 'day',
    bankNumber: 'iban',
    accountType: 'choice',
    currency: 'currency',
    tvaRegime: 'choice',
    tvaRegimeFrom: 'day',
    TvaNumber: 'vatNumber',
    tvaPeriodicity: 'choice',
    tvaTaxeType: 'choice',
    paymentDeadline: 'integer',
    penaltyBasis: 'choice',
    penaltyRate: 'percent',
    discountTerms: 'text',
    header: 'longText',
    footer: 'longText',
    language: 'choice',
    logo: 'image',
    signature: 'image',
  },
  edits: [
    'ProfessionalInfoChanged',
    'ProfessionalInfoBankChanged',
    'ProfessionalInfoVatChanged',
    'ProfessionalInfoTermsChanged',
    'ProfessionalInfoLogoChanged',
    'ProfessionalInfoSignatureChanged',
  ],
  removed: 'ProfessionalInfoRemoved',
  // A past state has no "today", so it shows the terms chosen last, even if they start later.
  view: (state) =>
    state.status === 'live'
      ? {
          ...professionalInfoView(state, state.vat.at(-1) ?? null),
          logo: state.logo,
          signature: state.signature,
        }
      : null,
  title: (view) => firstText(view, 'name'),
}
