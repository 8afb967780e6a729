import { connect, type Socket } from "node:net";

/** Opens connections that send the beginning of a request and then nothing. Returns a function that closes them. */
export async function openHalf(port: number, count: number): Promise<() => void> {
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index++) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    sockets.push(socket);
    await new Promise<void>((resolve) => {
      socket.once("connect", () => resolve());
      socket.once("error", () => resolve());
    });
    socket.write("GET / HTTP/1.1\r\n");
  }
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
