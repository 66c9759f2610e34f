import type { z } from 'zod'
import type { AcceptedItem, CvImports } from '#commands/cv/import/cv-imports.ts'
import type { IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { ImportDraft } from '#commands/gateways/import-drafts/import-drafts.ts'
import { personCommands } from '#commands/profile/person.ts'
import { IMPORT_LIMITS, cvRoutes as routes } from '#contract/cv/cv.contract.ts'
import type { CvImport } from '#contract/cv/cv.schemas.ts'
import type { CvFacts } from '#domain/cv/cv.ts'
import { type CvItem, itemName } from '#domain/cv/cv.values.ts'
import { CV_ITEMS } from '#domain/cv/cv-items.ts'
import { CV_LANGUAGES } from '#domain/cv/cv-languages.values.ts'
import { folded } from '#domain/cv/import/cv-headings.ts'
import { PersonFacts } from '#domain/cv/import/listed-fields.ts'
import { importRefusal } from '#domain/cv/import/import-failures.ts'
import {
  type CvReading,
  type ImportedField,
  MOST_IMPORTS,
  PERSON_FIELDS,
} from '#domain/cv/import.values.ts'
import { Organism } from '#domain/cv/organism.record.ts'
import { documentRefusal } from '#domain/documents/document.ts'
import { plainName } from '#domain/documents/file-name.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { titleOf } from '#domain/kernel/records/record.ts'
import type { PersonTaken } from '#domain/profile/personal-profile.ts'
import { cvs } from '#projections/cv/cvs.ts'
import { type UserDoc, users } from '#projections/identity/users.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import {
  type PersonalProfileDoc,
  personalProfileOf,
  personalProfiles,
} from '#projections/profile/personal-profiles.ts'
import type { Api } from '../kernel/api.ts'
import type { Language } from '../kernel/languages.ts'
import { message } from '../kernel/messages.ts'
import { filesOf } from '../kernel/multipart.ts'
import { parse } from '../kernel/parse.ts'
import { patch } from '../kernel/patch.ts'
import { cvItems, itemReads } from './cv-items.ts'

type Accept = z.output<typeof routes.saveImport.body>['accept'][number]

/** By what two items are the same: their name, and a mission's year too. */
const keyOf = ({ section, values }: Pick<CvItem, 'section' | 'values'>): string =>
  `${section} ${folded(itemName({ section, values }))} ${section === 'mission' ? Number(values['startYear'] ?? 0) : ''}`

/**
 * Whether the CV has an item already. A fact of the person is known where the account says one: it
 * is the newer.
 */
function isKnown(
  { section, values }: ImportedField,
  { keys, person }: { readonly keys: ReadonlySet<string>; readonly person: PersonTaken },
): boolean {
  if (section === 'head') return false
  if (section !== 'person') return keys.has(keyOf({ section, values }))
  return PERSON_FIELDS.some((name) => values[name] !== undefined && person[name])
}

/** Facts of the person that the account has. */
async function personOf(
  read: {
    readonly users: ReadModel<UserDoc>
    readonly personalProfiles: ReadModel<PersonalProfileDoc>
  },
  owner: string,
): Promise<PersonTaken> {
  const profile = (await read.users.get(owner))?.profile
  const own = await personalProfileOf(read.personalProfiles, owner)
  const { firstName = '', lastName = '', phone = '' } = profile ?? {}
  // An address is one value: its country alone says nothing.
  const { street = '', postalCode = '', city = '' } = own?.facts.address ?? {}
  return { firstName: lastName === '' ? '' : firstName, lastName, phone, street, postalCode, city }
}

/** The head of a CV, by the rules of its own route. */
const Head = routes.change.body.pick({ title: true, summary: true, links: true })
/** Routes of the person's facts ask for it. */
const OF_PERSON = 'perm_personal_info_update'

function acceptedOf({ reading }: ImportDraft, accept: readonly Accept[], language: Language) {
  const items: AcceptedItem[] = []
  const head: Partial<CvFacts>[] = []
  const person: PersonTaken[] = []
  const seen = new Set<string>()
  for (const [index, one] of accept.entries()) {
    if (seen.has(one.id)) continue
    seen.add(one.id)
    const field = reading.fields.find((proposed) => proposed.id === one.id)
    const section = field?.section ?? one.section
    const { organism = '', ...values } = one.values ?? field?.values ?? {}
    if (section === undefined)
      throw refusal('REQUEST_INVALID', {}, [{ path: `accept.${index}.id`, code: 'FIELD_INVALID' }])
    if (section === 'head') {
      head.push(patch(parse(Head, values, language)))
    } else if (section === 'person') {
      person.push(patch(parse(PersonFacts, values, language)))
    } else {
      const checked = parse(CV_ITEMS[section].Draft, values, language)
      const named = typeof organism === 'string' ? organism.trim().slice(0, 200) : ''
      items.push({ id: one.id, section, values: checked, organism: named })
    }
  }
  return {
    items,
    head: Object.assign({}, ...head) as Partial<CvFacts>, // of patches of this type
    person: Object.assign({}, ...person) as PersonTaken, // likewise
  }
}

/** Without the right to change the person's facts, they are words without a place. */
function withoutPerson({ fields, unplaced, ...reading }: CvReading): CvReading {
  const [facts, others] = [
    fields.filter(({ section }) => section === 'person'),
    fields.filter(({ section }) => section !== 'person'),
  ]
  return {
    ...reading,
    fields: others,
    unplaced: [...facts.map(({ evidence }) => evidence.replaceAll('\n', ' ')), ...unplaced],
  }
}

/** The limits that sentences name. */
const IN_WORDS = { maxMegabytes: IMPORT_LIMITS.fileBytes / 1e6, max: MOST_IMPORTS }

/**
 * CVs from files: taken in, looked through, saved or dropped.
 *
 * @param accounts of the embedded provider; null with an outside one
 */
export function cvImportApi(
  api: Api,
  imports: CvImports,
  accounts: Pick<IdentityAdmin, 'change'> | null,
): void {
  const reads = { ...itemReads, cvs, users }
  const people = personCommands(api.deps)

  const answered = (
    draft: ImportDraft,
    language: Language,
    items: readonly CvItem[],
    { person = {}, position = '' }: { person?: PersonTaken; position?: string } = {},
  ): CvImport => {
    const keys = new Set(items.map(keyOf))
    const { id, name, state, failure, reading, saved } = draft
    return {
      id,
      name,
      state,
      failure: failure ?? '',
      message: failure === null ? '' : message(language, failure, IN_WORDS),
      text: reading.text,
      fields: reading.fields.map((field) => ({
        ...field,
        lines: [...field.lines],
        known: isKnown(field, { keys, person }),
      })),
      unplaced: [...reading.unplaced],
      model: reading.model?.failure === '' ? reading.model.name : '',
      modelFailure: reading.model?.failure ?? '',
      saved,
      position,
    }
  }

  api.serve(routes.reader, {}, async () => {
    // Asked for by the screen that chooses a file.
    imports.warm()
    return { model: imports.model ?? '' }
  })

  api.serve(routes.startImport, {}, async ({ language, request, query, newId, meta }) => {
    const tooMany = () => documentRefusal('TOO_MANY_FILES', { max: IMPORT_LIMITS.files })
    let begun: ImportDraft | undefined
    try {
      for await (const { name, content } of filesOf(request, IMPORT_LIMITS, tooMany)) {
        const file = { id: newId(), name: plainName(name), by: query.by }
        begun = await imports.begin(file, content, meta())
      }
    } catch (error) {
      if (begun !== undefined) await imports.cancel(begun.owner, begun.id)
      throw error
    }
    if (begun === undefined) throw importRefusal('IMPORT_EMPTY')
    return answered(begun, language, [])
  })

  const ownReads = { ...itemReads, users, personalProfiles }
  api.serve(routes.import, { reads: ownReads }, async ({ read, owner, params, language, can }) => {
    const found = await imports.find(owner, params.id)
    const draft = can(OF_PERSON) ? found : { ...found, reading: withoutPerson(found.reading) }
    if (draft.state !== 'review') return answered(draft, language, [])
    const person = await personOf(read, owner)
    return answered(draft, language, await cvItems(read, owner), { person })
  })

  api.serve(routes.saveImport, { reads }, async (call) => {
    const { read, owner, params, body, language, meta } = call
    const draft = await imports.ready(owner, params.id)
    const { items, head, person } = acceptedOf(draft, body.accept, language)
    if (Object.keys(person).length > 0 && !call.can(OF_PERSON)) throw refusal('FORBIDDEN')
    const { items: ownOrganisms } = await read.organism.find({ filter: { where: { owner } } })
    const organisms = new Map(ownOrganisms.map((doc) => [titleOf(Organism, doc.values), doc._id]))
    const { draft: saved, position } = await imports.save(
      draft,
      { items, person, head: await withLanguage(head, owner, read) },
      organisms,
      (taken, call) => people.take(taken, accounts, call),
      meta(),
    )
    return answered(saved, language, [], { position })
  })

  /** The first change of a CV keeps the language in which its user sees it. */
  async function withLanguage(
    head: Partial<CvFacts>,
    owner: string,
    read: {
      readonly cvs: { get(id: string): Promise<object | null> }
      readonly users: {
        get(id: string): Promise<{ parameters: { preferredLanguage: string } } | null>
      }
    },
  ): Promise<Partial<CvFacts>> {
    if (Object.keys(head).length === 0 || (await read.cvs.get(owner)) !== null) return head
    const preferred = (await read.users.get(owner))?.parameters.preferredLanguage
    const language = CV_LANGUAGES.find((one) => one === preferred)
    return language === undefined ? head : { language, ...head }
  }

  api.serve(routes.cancelImport, {}, async ({ owner, params }) => {
    await imports.cancel(owner, params.id)
    return { id: params.id }
  })
}
