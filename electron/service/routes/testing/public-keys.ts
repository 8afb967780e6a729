/** Public keys that `ssh-keygen` made, with the fingerprints that `ssh-keygen -l` prints. */
export const publicKeys = {
  ed25519: {
    line: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPq+RYGJZbvrLD7JkT3fn644x/uVimV6G69V6Edi5aqP ada@laptop",
    fingerprint: "SHA256:lU4Eg9Q1QPeBbY4LSUrLqT2XevzYH4/aw3VFMjD2dUI",
  },
  rsa: {
    line: "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCy5OEtjiQQ/7jhpD9rQ+/lhCabN7OBtpd/0dQhhSPAls692CUM4IGQ3qfReAutSWn86u/EMwNQspB09i0Agf0SHlRQV1F4TynmTXDuFt1UEK5FhSdiVseyRRXGQUdFhULNQ6uTc9SmrZBYe4ZncRlRZ+c4GTLhnvNJCMW8l4S2fh17JppBQhMTfT2VmVgpubzqeb+IpzXAhYqfR5t6xPGELPBzM1FTR1PqyApzr+5E4ReRxK3OTj1bIMW4C8FBBtEKd15urqzRIJd2cdIe+8wc4tdP4B8JbUPcv7SeGdXI3rpD00S5zQCsUuDzojJ+9J8+wDc+Kf1Lfg8Z1tzePPZj ada at work",
    fingerprint: "SHA256:MJnt9b8+wCN3ZSt3ytay+0QQdbGa4fTIu69p3BgBsps",
  },
  ecdsa: {
    line: "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBPzTEYfR8+FnbkcJyodZmfZ0xVbNjSRc4jgBB+32FO68uYseEyGkD/BGRvBE9kPzTMSIx+N5meRTexzoo44byiQ= ada@tablet",
    fingerprint: "SHA256:j/sXOrXw1JIj6FWNaxV3ZMhO9BRNDM0getfF6tQSBwQ",
  },
  hardwareEd25519: {
    line: "sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIPq+RYGJZbvrLD7JkT3fn644x/uVimV6G69V6Edi5aqPAAAABHNzaDo= ada@token",
    fingerprint: "SHA256:UEa7cJOnPwG038R1QMsgX9gwI4cbx1PTKx/t2wW34Uo",
  },
  hardwareEcdsa: {
    line: "sk-ecdsa-sha2-nistp256@openssh.com AAAAInNrLWVjZHNhLXNoYTItbmlzdHAyNTZAb3BlbnNzaC5jb20AAAAIbmlzdHAyNTYAAABBBPzTEYfR8+FnbkcJyodZmfZ0xVbNjSRc4jgBB+32FO68uYseEyGkD/BGRvBE9kPzTMSIx+N5meRTexzoo44byiQAAAAEc3NoOg== ada@token2",
    fingerprint: "SHA256:9MqTjgL/uAO+hjKfHiE9B+Zl+is6U5QiCIAZ3EyfJlI",
  },
} as const;
