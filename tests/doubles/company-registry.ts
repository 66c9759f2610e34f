import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Next answer of the registry: a proper one, or one of its failures. */
export type RegistryMood =
  | 'well'
  | 'busy'
  | 'broken'
  | 'garbage'
  | 'wrong shape'
  | 'odd entries'
  | 'huge'
  | 'slow'
  | 'cut'
  | 'elsewhere'

export type RegistryDouble = {
  readonly url: string
  mood: RegistryMood
  /** Query strings asked so far. */
  readonly asked: URLSearchParams[]
  close(): Promise<void>
}

const place = (
  siret: string,
  address: { street: string; postalCode: string; city: string },
  over: Readonly<Record<string, unknown>> = {},
) => ({
  activite_principale: '62.02A',
  adresse: `${address.street} ${address.postalCode} ${address.city}`,
  ancien_siege: false,
  caractere_employeur: 'N',
  code_pays_etranger: null,
  code_postal: address.postalCode,
  commune: address.postalCode,
  complement_adresse: null,
  date_creation: '2015-01-02',
  date_fermeture: null,
  est_siege: true,
  etat_administratif: 'A',
  latitude: '47.21',
  libelle_commune: address.city,
  libelle_commune_etranger: null,
  liste_enseignes: null,
  longitude: '-1.55',
  nom_commercial: null,
  siret,
  statut_diffusion_etablissement: 'O',
  ...over,
})

const unit = (
  siren: string,
  name: string,
  siege: ReturnType<typeof place>,
  over: Readonly<Record<string, unknown>> = {},
) => ({
  siren,
  nom_complet: name,
  nom_raison_sociale: name,
  sigle: null,
  nombre_etablissements: 1,
  nombre_etablissements_ouverts: 1,
  siege,
  activite_principale: '62.02A',
  categorie_entreprise: 'PME',
  caractere_employeur: 'N',
  date_creation: '2015-01-02',
  date_fermeture: null,
  date_mise_a_jour: '2026-10-01T02:31:29',
  dirigeants: [],
  etat_administratif: 'A',
  nature_juridique: '5710',
  section_activite_principale: 'J',
  statut_diffusion: 'O',
  matching_etablissements: [],
  finances: null,
  complements: { est_entrepreneur_individuel: false, est_association: false },
  ...over,
})

/** Fictional companies with numbers whose keys are right. */
const UNITS = [
  unit(
    '732829320',
    'ATELIER BRUMAIRE',
    place('73282932000074', { street: '4 RUE DES TANNEURS', postalCode: '44000', city: 'NANTES' }),
    {
      nombre_etablissements: 2,
      matching_etablissements: [
        place(
          '73282932000017',
          { street: '8 QUAI DES BRUMES', postalCode: '56100', city: 'LORIENT' },
          { est_siege: false, etat_administratif: 'F', date_fermeture: '2020-06-30' },
        ),
      ],
    },
  ),
  unit(
    '404833048',
    'BRUMAIRE ET ASSOCIES',
    place('40483304800022', { street: '12 PLACE DU MARCHE', postalCode: '69003', city: 'LYON' }),
    {
      nom_complet: 'BRUMAIRE ET ASSOCIES (BEA)',
      nature_juridique: '5498',
      activite_principale: '69.20Z',
      etat_administratif: 'C',
      date_fermeture: '2023-12-31',
    },
  ),
  unit(
    '552100554',
    'MOULIN-NEUF ENERGIE',
    place(
      '55210055400021',
      { street: '[NON-DIFFUSIBLE]', postalCode: '67000', city: 'STRASBOURG' },
      { adresse: '[NON-DIFFUSIBLE]' },
    ),
    {
      nom_complet: 'MOULIN NEUF',
      nom_raison_sociale: null,
      nature_juridique: '1000',
      activite_principale: '35.11Z',
    },
  ),
  unit(
    '812345676',
    'LISE FONTENELLE',
    place('81234567600009', { street: '3 RUE DU PORT', postalCode: '35000', city: 'RENNES' }),
    { nom_raison_sociale: null, nature_juridique: '1000' },
  ),
]

const found = (q: string) =>
  UNITS.filter((one) =>
    /^\d+$/.test(q)
      ? q.startsWith(one.siren)
      : `${one.nom_complet} ${one.nom_raison_sociale ?? ''}`
          .toLowerCase()
          .includes(q.toLowerCase()),
  )

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  mood: RegistryMood,
  asked: URLSearchParams[],
): void {
  const url = new URL(request.url ?? '/', 'http://registry.test')
  asked.push(url.searchParams)
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const q = url.searchParams.get('q') ?? ''
  const results = found(q)
  const page = {
    results,
    total_results: results.length,
    page: 1,
    per_page: Number(url.searchParams.get('per_page') ?? 10),
    total_pages: 1,
  }
  switch (mood) {
    case 'well':
      if (url.pathname !== '/search') return void json(404, { erreur: 'Not found' })
      // A browser test cannot change the mood of a server that another process started; this name
      // can.
      if (q.toLowerCase() === 'registre en panne')
        return void json(500, { erreur: 'Une erreur est survenue.' })
      if (q.length < 3)
        return void json(400, {
          erreur:
            '3 caractères minimum pour les termes de la requête (ou utilisez au moins un filtre)',
        })
      return void json(200, page)
    case 'busy':
      return void response.writeHead(429, { 'retry-after': '5' }).end('Too many requests')
    case 'broken':
      return void json(500, { erreur: 'Une erreur est survenue.' })
    case 'garbage':
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><body>Maintenance</body></html>')
    case 'wrong shape':
      return void json(200, { results: { siren: '732829320' } })
    case 'odd entries':
      return void json(200, {
        ...page,
        results: [{ siren: '<script>', siege: null }, { siren: 732829320 }],
      })
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"results":[')
      for (let i = 0; i < 40; i++) response.write(`"${'x'.repeat(100_000)}",`)
      return void response.end('""]}')
    case 'slow':
      return // never: the caller gives up, and `close` ends what is open
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '10000' })
      return void response.write('{"results":[', () => response.destroy())
    case 'elsewhere':
      return void response.writeHead(302, { location: 'http://127.0.0.1:9/search' }).end()
  }
}

/**
 * A local server that answers `GET /search` as « Recherche d'entreprises » does, its failures too.
 */
export async function companyRegistry(): Promise<RegistryDouble> {
  const asked: URLSearchParams[] = []
  const server = createServer((request, response) => answer(request, response, double.mood, asked))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server has one
  const double: RegistryDouble = {
    url: `http://127.0.0.1:${port}`,
    mood: 'well',
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return double
}
