import { asOf } from '#commands/kernel/as-of.ts'
import type { CommandHandler } from '#commands/kernel/command.ts'
import { projectDecider, type ProjectTerms } from '#domain/projects/project.ts'
import { type Address, isEmptyAddress } from '#domain/kernel/address.ts'
import { Company } from '#domain/customers/company.record.ts'
import { normaliseRcs } from '#domain/kernel/identifiers.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import { USUAL_HOURS } from '#domain/projects/price-unit.values.ts'
import { vatTermsOn } from '#domain/profile/vat-regime.values.ts'
import type { BillingPorts } from './ports.ts'

/**
 * The parties to a bill and its contract, read from their streams, so that a bill freezes their
 * latest state.
 */
export const billingParties = (
  handler: CommandHandler,
  isSimulation: (owner: string) => Promise<boolean>,
): Pick<BillingPorts, 'seller' | 'buyer' | 'contract'> => ({
  async seller(owner, profileId, day, at) {
    const [loaded, simulation] = await Promise.all([
      asOf(handler, at).load(professionalInfoDecider, profileId, owner),
      isSimulation(owner),
    ])
    if (loaded?.state.status !== 'live') return null
    const { identity, bank, vat, logo, signature, billTerms } = loaded.state
    const terms = vatTermsOn(vat, day)?.terms ?? null
    const {
      name,
      commercialName,
      legalStatus,
      siren,
      siret,
      rcs,
      shareCapitalMinor,
      address,
      website,
    } = identity
    return {
      simulation,
      terms: billTerms,
      seller: {
        name,
        commercialName,
        legalStatus,
        siren,
        siret,
        rcs: normaliseRcs(rcs),
        shareCapitalMinor,
        address,
        website,
        email: '',
        iban: bank.iban,
        bankName: bank.bankName,
        regime: terms?.regime ?? '',
        vatNumber: terms && terms.regime !== 'franchise' ? terms.number : '',
        vatOnDebits:
          terms !== null && terms.regime !== 'franchise' && terms.exigibility === 'debits',
        logoSha256: logo ?? '',
        signatureSha256: signature ?? '',
      },
    }
  },

  async buyer(owner, companyId, at) {
    const loaded = await asOf(handler, at).load(recordDecider(Company), companyId, owner)
    if (loaded?.state.status !== 'live') return null
    const { values } = loaded.state
    return {
      name: values.name,
      commercialName: values.commercialName,
      legalStatus: values.legalStatus,
      siren: values.siren,
      siret: values.siret,
      vatNumber: values.TvaNumber,
      address: values.address,
      professional: values.nature !== 'person',
      email: values.email,
      ...(isPlace(values.billingAddress) && { billingAddress: values.billingAddress }),
      ...(!isEmptyAddress(values.deliveryAddress) && { deliveryAddress: values.deliveryAddress }),
      language: values.language,
      references: {
        buyerReference: values.buyerReference,
        purchaseOrder: values.purchaseOrder,
      },
    }
  },

  async contract(owner, projectId) {
    const loaded = await handler.load(projectDecider, projectId, owner)
    if (loaded?.state.status !== 'live') return null
    const { profileId, terms, title, ref } = loaded.state
    return {
      profileId,
      clientId: terms?.clientId ?? '',
      serviceName: title || ref,
      currency: terms?.currency ?? 'EUR',
      rate: terms?.vatRate ?? 0,
      ...(terms && soldOf(terms)),
      references: referencesOf(terms),
      paymentDays: terms?.paymentDeadline ?? 0,
      penaltyBasis: terms?.penaltyBasis ?? '',
      penaltyRate: terms?.penaltyRate ?? 0,
      discountTerms: terms?.discountTerms ?? '',
      header: terms?.header ?? '',
      footer: terms?.footer ?? '',
      language: terms?.language ?? '',
    }
  },
})

/** Whether an address tells more than its country. */
const isPlace = ({ street, city }: Address): boolean => street !== '' || city !== ''

const referencesOf = (terms: ProjectTerms | null) => ({
  buyerReference: terms?.buyerReference ?? '',
  purchaseOrder: terms?.purchaseOrder ?? '',
})

/** Hours of a day, or the whole, by what a contract sells. */
const soldOf = ({ priceMode, priceUnit, priceMinor, hoursPerDay }: ProjectTerms) =>
  priceMode === 'fixed'
    ? { wholeMinor: priceMinor }
    : priceUnit === 'hour'
      ? { hoursPerDay: hoursPerDay || USUAL_HOURS }
      : {}
