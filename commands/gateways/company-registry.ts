import type { Address } from '#domain/kernel/address.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import type { LegalStatus } from '#domain/kernel/legal-statuses.ts'
import type { DayOrNone } from '#domain/kernel/time.ts'

/** One way to ask: a name (or part of it), nine digits, or fourteen. */
export type RegistryQuestion = { readonly name: string } | { readonly siren: string } | { readonly siret: string }

/** A company as a public registry knows it. */
export type RegisteredCompany = {
  readonly name: string
  /** Empty when the registry's form is none of the product's. EI stands for every sole trader: no registry tells who is micro. */
  readonly legalStatus: LegalStatus | ''
  readonly siren: string
  /** Of the establishment asked for, else of the head office. */
  readonly siret: string
  readonly address: Address
  /** One of the product's sectors, or empty. */
  readonly sector: string
  readonly active: boolean
  /** Empty while active, or when the registry doesn't say. */
  readonly closedOn: DayOrNone
  /** Computed from the SIREN; whether it was ever given is for VIES to say. */
  readonly vatNumber: string
}

/** The public registry of companies. */
export interface CompanyRegistry {
  /** @returns best match first, empty when there is none; @throws REGISTRY_UNAVAILABLE, after which the user enters by hand */
  find(question: RegistryQuestion, call?: { readonly correlationId: string }): Promise<readonly RegisteredCompany[]>
}

export const registryRefusal = catalogue({ REGISTRY_UNAVAILABLE: 'outside', REGISTRY_QUERY_INVALID: 'invalid' })
