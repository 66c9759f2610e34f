import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const CLIENT = { clientId: 'PAR_carnet', clientSecret: 'secret' } as const

/** Answers in place of the usual one, once for each entry, in this order. */
type Fault = {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An offer with the fields that the service tells. @source francetravail.io, API Offres d'emploi v2
 */
export const offer = (id: string, more: object = {}) => ({
  id,
  intitule: 'Consultant accessibilité (H/F)',
  description: 'Audit RGAA. Télétravail possible.',
  dateCreation: '2026-11-19T08:30:00.000Z',
  lieuTravail: {
    libelle: '69 - LYON 03',
    latitude: 45.75,
    longitude: 4.85,
    codePostal: '69003',
    commune: '69383',
  },
  entreprise: { nom: 'Régie des Quais', entrepriseAdaptee: false },
  typeContrat: 'CDI',
  typeContratLibelle: 'CDI',
  alternance: false,
  dureeTravailLibelleConverti: 'Temps plein',
  experienceExige: 'E',
  experienceLibelle: '3 An(s)',
  salaire: { libelle: 'Mensuel de 2500.0 Euros à 3000.0 Euros sur 12.0 mois' },
  competences: [{ code: '124156', libelle: 'RGAA', exigence: 'E' }],
  langues: [{ libelle: 'Anglais', exigence: 'S' }],
  origineOffre: {
    origine: '1',
    urlOrigine: `https://candidat.francetravail.fr/offres/recherche/detail/${id}`,
  },
  ...more,
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * The public employment service over HTTP: its token, its search in parts, one offer, and its
 * failures.
 */
export async function startFranceTravail(offers: readonly { readonly id: string }[]) {
  let issued = 0
  let valid = ''
  const asked: string[] = []
  const faults: Fault[] = []

  const send = (
    reply: ServerResponse,
    status: number,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    reply
      .writeHead(status, { 'content-type': 'application/json;charset=utf-8', ...headers })
      .end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))

  async function token(request: IncomingMessage, url: URL, reply: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await bodyOf(request))
    const isKnown =
      form.get('client_id') === CLIENT.clientId && form.get('client_secret') === CLIENT.clientSecret
    if (
      url.searchParams.get('realm') !== '/partenaire' ||
      form.get('grant_type') !== 'client_credentials'
    )
      return void send(reply, 400, { error: 'invalid_request' })
    if (!isKnown)
      return void send(reply, 400, {
        error: 'invalid_client',
        error_description: 'Client authentication failed',
      })
    valid = `token-${++issued}`
    send(reply, 200, {
      scope: form.get('scope'),
      expires_in: 1499,
      token_type: 'Bearer',
      access_token: valid,
    })
  }

  function search(url: URL, reply: ServerResponse): void {
    const [from = 0, to = 149] = (url.searchParams.get('range') ?? '').split('-').map(Number)
    if (to - from > 149 || from > 3000)
      return void send(reply, 400, { message: 'La plage demandée est trop grande' })
    const some = offers.slice(from, to + 1)
    if (some.length === 0) return void send(reply, 204)
    const range = { 'content-range': `offres ${from}-${from + some.length - 1}/${offers.length}` }
    send(
      reply,
      some.length < offers.length ? 206 : 200,
      { resultats: some, filtresPossibles: [] },
      range,
    )
  }

  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '', 'http://service')
    asked.push(`${url.pathname}${url.pathname.endsWith('search') ? url.search : ''}`)
    if (url.pathname === '/token') return void token(request, url, reply)
    const fault = faults.shift()
    if (fault) return void send(reply, fault.status, fault.body, fault.headers)
    if (request.headers.authorization !== `Bearer ${valid}` || valid === '')
      return void send(reply, 401)
    if (url.pathname.endsWith('/search')) return search(url, reply)
    const one = offers.find(({ id }) => url.pathname.endsWith(`/offres/${id}`))
    return void (one ? send(reply, 200, one) : send(reply, 204))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    options: {
      ...CLIENT,
      tokenUrl: `http://127.0.0.1:${port}/token?realm=%2Fpartenaire`,
      baseUrl: `http://127.0.0.1:${port}/partenaire/offresdemploi/`,
    },
    asked,
    failNext: (...next: readonly Fault[]) => void faults.push(...next),
    /** Takes back the token that it issued. */
    revoke: () => void (valid = ''),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
