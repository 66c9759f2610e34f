import { workingDaysOf } from '#domain/timesheets/working-days.ts'
import { client, profile } from '../api/bodies.ts'
import { type Month, monthAway } from './calendar.ts'
import { type Account, productUrl, register } from './sign-in.ts'

export type Business = Account & {
  readonly profileId: string
  readonly clientId: string
  readonly contractId: string
  /**
   * Writes as this user, and waits until what reads tell is that new. @param path where `/me`
   * stands for the user's id.
   * @returns the id written
   */
  readonly write: (method: 'POST' | 'PUT', path: string, body: object) => Promise<string>
  /**
   * Records a month: the first working day on the first contract named, the second on the second,
   * and so on.
   */
  readonly fill: (month: Month, contractIds: readonly string[]) => Promise<void>
  /** Drafts the bill of a month's days on the first contract and issues it. @returns its id */
  readonly issue: (month: Month) => Promise<string>
}

/**
 * With a rate of its own for late payment: what the law's half-year proposes depends on the day.
 */
const TERMS = {
  title: 'Refonte du portail',
  isBillable: true,
  priceHT: 650,
  tva: 20,
  penaltyRate: 12.15,
  paymentDeadline: 30,
}

/**
 * A freelancer of the spec's own who can issue bills. They have a complete profile, one client and
 * one contract of 650 € a day that began two months ago. Other specs and earlier runs do not affect
 * it.
 *
 * @param more other fields of its profile and contract
 */
export async function business(
  name: string,
  more: { readonly profile?: object; readonly contract?: object } = {},
): Promise<Business> {
  const account = await register(name)
  let token = ''
  const send = async (
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Record<string, string>> => {
    const answer = await fetch(`${productUrl()}/api/${path}`, {
      method,
      headers: {
        'x-api-key': 'public',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok)
      throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { result: { data: Record<string, string> } }).result.data
  }
  const { accessToken = '', userId = '' } = await send('POST', 'users/authenticate', account)
  token = accessToken
  const write: Business['write'] = async (method, path, body) => {
    const { id = '', position = '' } = await send(method, path.replace('/me', `/${userId}`), body)
    await send('GET', `users/${userId}/me`, undefined, { 'x-min-position': position })
    return id
  }

  const profileId = await write('POST', 'professionalInfo/me', {
    ...profile(Date.now()),
    tvaRegimeFrom: Date.UTC(2020, 0, 1),
    ...more.profile,
  })
  const clientId = await write('POST', 'company/me', { ...client, TvaNumber: 'FR48000000109' })
  const { year, month } = monthAway(-2)
  const contractId = await write('POST', 'project/me', {
    ...TERMS,
    profileId,
    clientId,
    startDate: Date.UTC(year, month - 1, 1),
    ...more.contract,
  })
  return {
    ...account,
    profileId,
    clientId,
    contractId,
    write,
    async fill(at, contractIds) {
      const days = workingDaysOf(at.year, at.month)
      const activities = contractIds.map((projectId, n) => ({
        projectId,
        day: Date.parse(`${days[n]}T00:00:00Z`),
        quantity: 1,
      }))
      await write('PUT', `timesheet/me/${profileId}/${at.year}/${at.month}`, { activities })
    },
    async issue(at) {
      const billId = await write('POST', 'bill/me', {
        profileId,
        type: 'invoice',
        fromTimesheet: { projectId: contractId, ...at },
      })
      await write('PUT', `bill/me/${profileId}/${billId}/issue`, {})
      return billId
    },
  }
}
