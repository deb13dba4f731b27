/**
 * Escapes a line of plain text for Markdown as chats read it (Discord, Mattermost, Rocket.Chat, Zulip): no character of it is
 * markup.
 */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()<>#+\-!|~:$]/g, '\\$&')
}
