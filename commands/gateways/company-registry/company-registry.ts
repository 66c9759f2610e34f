import type { Address } from '#domain/kernel/address.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import type { LegalStatus } from '#domain/kernel/legal-statuses.ts'
import type { DayOrNone } from '#domain/kernel/time.ts'

/** One way to search: by a name (or part of it), nine digits, or fourteen. */
export type RegistryQuestion =
  | { readonly name: string }
  | { readonly siren: string }
  | { readonly siret: string }

/** A company as a public registry knows it. */
export type RegisteredCompany = {
  readonly name: string
  /**
   * Empty when the product has no such legal form. EI stands for every sole trader: no registry
   * knows which of them is a micro-entrepreneur.
   */
  readonly legalStatus: LegalStatus | ''
  readonly siren: string
  /** SIRET of the establishment searched for, else of the head office. */
  readonly siret: string
  readonly address: Address
  /** One of the product's sectors, or empty. */
  readonly sector: string
  /** The day on which the business was created; empty when the registry doesn't say. */
  readonly startDate: DayOrNone
  readonly active: boolean
  /** Empty while active, or when the registry doesn't say. */
  readonly closedOn: DayOrNone
  /** Computed from the SIREN; only VIES knows whether it was ever given. */
  readonly vatNumber: string
}

/** The public registry of companies. */
export interface CompanyRegistry {
  /**
   * @returns best match first, empty when there is none; @throws REGISTRY_UNAVAILABLE, after which
   * the user enters by hand
   */
  find(
    question: RegistryQuestion,
    call?: { readonly correlationId: string },
  ): Promise<readonly RegisteredCompany[]>
}

export const registryRefusal = catalogue({
  REGISTRY_UNAVAILABLE: 'outside',
  REGISTRY_QUERY_INVALID: 'invalid',
})
