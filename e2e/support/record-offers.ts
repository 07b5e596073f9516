import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import type { Account, Instance } from './instance.ts'

/** A member who weighs in pounds and has logged a catch for everyone, with a photo. */
export async function angler(instance: Instance, grams: number, variety: string, name?: string): Promise<Account> {
  const account = await instance.register(name)
  const client = await instance.signedIn(account)
  await client.from('profiles').update({ weight_unit: 'lbs' }).eq('id', account.id).throwOnError()
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#506b2f' } })
    .jpeg()
    .toBuffer()
  const photo_path = `${account.id}/${randomUUID()}.jpg`
  const { error } = await client.storage.from('catch-photos').upload(photo_path, photo, { contentType: 'image/jpeg' })
  expect(error).toBeNull()
  const caught_on = new Date().toISOString().slice(0, 10)
  await client
    .rpc('log_catch', { request_id: randomUUID(), grams, caught_on, variety, visibility: 'members', photo_path })
    .throwOnError()
  return account
}

/** Offers the only catch of a member for the club records. */
export async function offerCatch(instance: Instance, account: Account): Promise<void> {
  const client = await instance.signedIn(account)
  const { data } = await client.from('catches').select('id').eq('user_id', account.id).single().throwOnError()
  await client.rpc('offer_record', { catch_id: data.id }).throwOnError()
}
