import { client, profile } from '#tests/api/bodies.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

/** Noon of the day of these cases in Paris. */
const NOW = Date.UTC(2026, 10, 20, 9)
export const day = (text: string): number => Date.parse(`${text}T00:00:00Z`)

type Line = Readonly<Record<string, unknown>>
type Answer = { readonly status: number; readonly code: string; readonly text: string }

/** A business of its own for a case, on a product that several cases share. */
export async function businesses(now: () => number = () => NOW) {
  const product: Product = await startProduct({ now })
  let users = 0
  return {
    product,
    stop: () => product.stop(),
    async business(more: object = {}) {
      const user: SignedIn = await product.freelancer(`case${++users}`, {
        permissions: ['perm_admin'],
      })
      const id = user.userId
      const add = async (path: string, body: object) =>
        (await product.data(user, 'POST', `${path}/${id}`, body)).id
      const addProfile = (changes: object = {}) =>
        add('professionalInfo', { ...profile(NOW, 400), ...changes })
      const profileId = await addProfile(more)
      const tries = async (...call: [string, string, object?]): Promise<Answer> => {
        const [method, path, body] = call
        const answer = await product.as(user, method as 'POST', path, body)
        const refused = answer.json<{ result?: { code?: string }; code?: string }>()
        return {
          status: answer.statusCode,
          code: refused.code ?? refused.result?.code ?? '',
          text: answer.body,
        }
      }
      const get = <T = Record<string, never>>(path: string) =>
        product.data<T>(user, 'GET', path) as Promise<T>
      return {
        user,
        profileId,
        addProfile,
        tries,
        get,
        add,
        put: (path: string, body: object = {}) => product.data(user, 'PUT', path, body),
        client: (changes: object = {}) => add('company', { ...client, ...changes }),
        bill: (clientId: string, lines: readonly Line[], changes: object = {}) =>
          add('bill', {
            profileId,
            clientId,
            type: 'invoice',
            penaltyRate: 12.15,
            lines,
            ...changes,
          }),
        issue: (bill: string, body: object = {}) =>
          product.data(user, 'PUT', `bill/${id}/${profileId}/${bill}/issue`, body),
        pay: (bill: string, body: object = {}) =>
          product.data(user, 'PUT', `bill/${id}/${profileId}/${bill}/paid`, body),
        read: (bill: string) =>
          get<Record<string, number | string>>(`bill/${id}/${profileId}/${bill}`),
        checklist: async (bill: string) =>
          (
            await get<{ items: { code: string; ok: boolean; asks?: boolean }[] }>(
              `bill/${id}/${profileId}/${bill}/checklist`,
            )
          ).items,
        xml: async (bill: string) =>
          (await product.as(user, 'GET', `bill/${id}/${profileId}/${bill}/xml`)).body,
        pdf: async (bill: string) =>
          (await product.as(user, 'GET', `bill/${id}/${profileId}/${bill}/pdf`)).rawPayload,
      }
    },
  }
}
export const LINE = { description: 'Conseil', quantity: 1, unitPrice: 1000, tva: 20 }
