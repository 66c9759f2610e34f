import type { IdentityAdmin } from '#commands/gateways/accounts/accounts.ts'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { CommandHandler, CommandMeta, CommandResult } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { type LiveUser, type UserCommand, userDecider } from '#domain/identity/user.ts'
import { homeAddress, withCountry } from '#domain/kernel/address.ts'
import {
  emptyPerson,
  type PersonalFacts,
  type PersonTaken,
  type PersonalProfile,
  type PersonalProfileCommand,
  personalProfileDecider,
} from '#domain/profile/personal-profile.ts'

/** Facts of the person that the account shows. */
type AccountFacts = Pick<PersonalFacts, 'firstName' | 'lastName' | 'gender' | 'birthDate' | 'photo'>

const present = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<T> // of values of this type

const ofAccount = ({ profile, picture }: LiveUser): AccountFacts => ({
  firstName: profile.firstName,
  lastName: profile.lastName,
  gender: profile.gender,
  birthDate: profile.birthDate ?? '',
  photo: picture?.sha256 ?? null,
})

function step(meta: CommandMeta, name: string): CommandMeta {
  const { version: _, ...own } = meta
  return { ...own, commandId: derivedUuid(meta.commandId, name), causationId: meta.commandId }
}

/**
 * One person, one place: name, gender, birth day and photo stand in the personal profile. The
 * account shows the same, whichever of the two addresses writes them.
 */
export function personCommands({
  handler,
  documents,
}: {
  readonly handler: CommandHandler
  readonly documents: Pick<Documents, 'read'>
}) {
  async function accountOf(owner: string): Promise<LiveUser | null> {
    const state = (await handler.load(userDecider, owner, owner))?.state
    return state?.status === 'active' || state?.status === 'disabled' ? state : null
  }

  async function pictureOf(sha256: string | null, name: string): Promise<UserCommand> {
    const pictureBytes = sha256 === null ? null : await documents.read(sha256)
    const picture =
      pictureBytes === null || sha256 === null
        ? null
        : { name, sha256, mediaType: pictureBytes.mediaType }
    return { type: 'ChangePicture', picture }
  }

  /**
   * The account says what the profile says. @returns the last position written; null when nothing
   * differed
   */
  async function accountFollows(
    changes: Partial<AccountFacts>,
    accounts: Pick<IdentityAdmin, 'change'> | null,
    meta: CommandMeta,
  ) {
    const account = await accountOf(meta.owner)
    if (account === null) return null
    // An account is never without a name.
    const firstName = changes.firstName || account.profile.firstName
    const {
      lastName = account.profile.lastName,
      gender = account.profile.gender,
      birthDate,
      photo,
    } = changes
    const named = { firstName, lastName }
    if (firstName !== account.profile.firstName || lastName !== account.profile.lastName)
      await accounts?.change(meta.owner, named)
    const day = birthDate === undefined ? account.profile.birthDate : birthDate || null
    const facts: UserCommand = {
      type: 'ChangeProfile',
      changes: { ...named, gender, birthDate: day },
    }
    let { position } = await handler.run(userDecider, meta.owner, facts, step(meta, 'account'))
    if (photo !== undefined && photo !== (account.picture?.sha256 ?? null)) {
      const picture = await pictureOf(photo, `photo-${photo ?? ''}`)
      ;({ position } = await handler.run(
        userDecider,
        meta.owner,
        picture,
        step(meta, 'account picture'),
      ))
    }
    return position
  }

  return {
    /**
     * Writes the personal profile, and the account with it. The first profile begins with what the
     * account knows.
     *
     * @param accounts of the embedded provider, whose tokens hold the name; null with an outside
     * one
     */
    async write(
      command: Extract<
        PersonalProfileCommand,
        { type: 'AddPersonalProfile' | 'ChangePersonalProfile' }
      >,
      given: Partial<PersonalFacts>,
      accounts: Pick<IdentityAdmin, 'change'> | null,
      meta: CommandMeta,
    ): Promise<CommandResult<PersonalProfile>> {
      const account = command.type === 'AddPersonalProfile' ? await accountOf(meta.owner) : null
      const whole: PersonalProfileCommand =
        command.type === 'AddPersonalProfile'
          ? {
              ...command,
              facts: { ...command.facts, ...(account && ofAccount(account)), ...given },
            }
          : command
      const result = await handler.run(personalProfileDecider, meta.owner, whole, meta)
      const position = await accountFollows(given, accounts, meta)
      // An account that had nothing to write answers its last position, which may stand before the
      // profile's.
      return {
        ...result,
        position: position !== null && position > result.position ? position : result.position,
      }
    },

    /**
     * Takes facts that a file says: name and address to the profile, phone to the account.
     *
     * @returns the last position written
     */
    async take(
      { phone, street, postalCode, city, country, ...name }: PersonTaken,
      accounts: Pick<IdentityAdmin, 'change'> | null,
      meta: CommandMeta,
    ): Promise<{ readonly position: string }> {
      const profile = (await handler.load(personalProfileDecider, meta.owner, meta.owner))?.state
      const address = present({ street, postalCode, city, country })
      const own = profile?.status === 'live' ? withCountry(profile.facts.address) : homeAddress
      const given: Partial<PersonalFacts> = {
        ...present(name),
        ...(Object.keys(address).length > 0 && { address: { ...own, ...address } }),
      }
      const position =
        Object.keys(given).length === 0
          ? ''
          : (
              await this.write(
                profile?.status === 'live'
                  ? { type: 'ChangePersonalProfile', changes: given }
                  : { type: 'AddPersonalProfile', facts: { ...emptyPerson, ...given } },
                given,
                accounts,
                meta,
              )
            ).position
      if (phone === undefined) return { position }
      const facts: UserCommand = { type: 'ChangeProfile', changes: { phone } }
      return handler.run(userDecider, meta.owner, facts, step(meta, 'phone'))
    },

    /**
     * The profile says what was changed at the account, once it is written. @returns the last
     * position written
     */
    async profileFollows(changes: Partial<AccountFacts>, meta: CommandMeta) {
      const profile = await handler.load(personalProfileDecider, meta.owner, meta.owner)
      if (profile?.state.status !== 'live' || Object.keys(changes).length === 0) return null
      const command: PersonalProfileCommand = { type: 'ChangePersonalProfile', changes }
      return (await handler.run(personalProfileDecider, meta.owner, command, step(meta, 'profile')))
        .position
    },
  }
}
