// Clients of the Pusher protocol, for broadcasting_test.py: node clients.mjs FOLDER. A line of standard input is a command, JSON; a
// line of standard output is what one of the clients has received.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const folder = process.argv[2];
const Pusher = createRequire(import.meta.url)(`${folder}/node_modules/pusher-js`);
const { default: Echo } = await import(`${folder}/node_modules/laravel-echo/dist/echo.js`);
const clients = {};
const say = (client, event, data, channel) => console.log(JSON.stringify({ client, event, data: data ?? null, channel: channel ?? null }));

function options(port, user) {
  const headers = user === null ? {} : { 'X-User': user };
  return {
    cluster: '', wsHost: '127.0.0.1', wsPort: port, forceTLS: false, enabledTransports: ['ws'], disableStats: true,
    channelAuthorization: { endpoint: `http://127.0.0.1:${port}/broadcasting/auth`, headers },
    userAuthentication: { endpoint: `http://127.0.0.1:${port}/pusher/user_auth`, headers },
  };
}

function watch(name, pusher) {
  pusher.connection.bind('connected', () => say(name, 'connected', pusher.connection.socket_id));
  pusher.connection.bind('error', (error) => say(name, 'error', error.error ? error.error.data : error.data));
  pusher.connection.bind('state_change', (states) => say(name, 'state', states.current));
  pusher.user.bind_global((event, data) => say(name, `user ${event}`, data));
  return pusher;
}

const commands = {
  open({ client, port, key, user }) {
    clients[client] = { pusher: watch(client, new Pusher(key, options(port, user))) };
  },
  subscribe({ client, channel }) {
    const made = clients[client].pusher.subscribe(channel);
    made.bind_global((event, data) => {
      const shown = event === 'pusher:subscription_succeeded' && data.members ? { count: data.count, members: data.members, me: data.me } : data;
      say(client, event, shown, channel);
    });
  },
  unsubscribe({ client, channel }) { clients[client].pusher.unsubscribe(channel); },
  trigger({ client, channel, event, data }) { clients[client].pusher.channel(channel).trigger(event, data); },
  signin({ client }) { clients[client].pusher.signin(); },
  send({ client, event, data, channel }) { clients[client].pusher.send_event(event, data, channel); },
  close({ client }) { clients[client].pusher.disconnect(); },
  echo({ client, port, user }) {
    const { channelAuthorization, userAuthentication, ...rest } = options(port, user);
    const echo = new Echo({
      ...rest, broadcaster: 'reverb', key: 'key', Pusher, authEndpoint: channelAuthorization.endpoint,
      auth: { headers: channelAuthorization.headers },
    });
    clients[client] = { echo, pusher: watch(client, echo.connector.pusher) };
  },
  listen({ client, channel, event }) {
    clients[client].echo.channel(channel).subscribed(() => say(client, 'subscribed', null, channel))
      .listen(event, (data) => say(client, event, data, channel));
  },
  private({ client, channel, event }) {
    clients[client].echo.private(channel).subscribed(() => say(client, 'subscribed', null, channel))
      .error((error) => say(client, 'refused', error, channel))
      .listen(event, (data) => say(client, event, data, channel))
      .listenForWhisper('typing', (data) => say(client, 'whisper', data, channel));
  },
  join({ client, channel }) {
    clients[client].echo.join(channel).here((users) => say(client, 'here', users, channel))
      .joining((user) => say(client, 'joining', user, channel))
      .leaving((user) => say(client, 'leaving', user, channel));
  },
  whisper({ client, channel, data }) { clients[client].echo.private(channel).whisper('typing', data); },
  leave({ client, channel }) { clients[client].echo.leave(channel); },
};

createInterface({ input: process.stdin })
  .on('line', (line) => { const command = JSON.parse(line); commands[command.do](command); })
  .on('close', () => process.exit(0));
